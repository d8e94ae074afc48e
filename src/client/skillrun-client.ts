import { randomUUID } from 'node:crypto';
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy, type Client } from '@temporalio/client';
import type { WorkerRole } from '../contract/queues.ts';
import { DEFAULT_TASK_QUEUE, WORKFLOW_TYPE, type RunInput } from '../contract/run.ts';
import { checkRunInput } from '../core/run-input.ts';
import type { Store } from '../store/port.ts';
import { uploadInputs } from './inputs.ts';
import { RunHandle } from './run-handle.ts';
import { summaryOf, type RunSummary } from './run-summary.ts';
import { rolesWithoutWorker } from './worker-presence.ts';
import { Schedules } from './schedules.ts';
import { clientError } from './temporal-errors.ts';

export interface SkillrunClientOptions {
  client: Client;
  /** Opens the store that the workers use; only called when something has to be read or uploaded. */
  openStore: () => Store;
  /** Default `skillrun`. */
  taskQueue?: string;
}

export interface StartOptions {
  /** The Temporal workflow id; made from the skill's name when left out. A second run with it is refused. */
  runId?: string;
}

/** Starts runs and finds them again. */
export class SkillrunClient {
  readonly schedules: Schedules;
  readonly #client: Client;
  /** Where runs wait for workers. */
  readonly taskQueue: string;
  readonly #openStore: () => Store;

  constructor({ client, openStore, taskQueue = DEFAULT_TASK_QUEUE }: SkillrunClientOptions) {
    this.schedules = new Schedules(client, taskQueue);
    this.#client = client;
    this.taskQueue = taskQueue;
    this.#openStore = openStore;
  }

  /** The store of the runs' files. */
  get store(): Store {
    return this.#openStore();
  }

  /** Starts a run. Throws `invalid_input` before anything is started, `already_exists`, `temporal_unavailable`. */
  async start(input: RunInput, { runId = newRunId(input) }: StartOptions = {}): Promise<RunHandle> {
    const checked = await uploadInputs(checkRunInput(input), this.#openStore);
    try {
      await this.#client.workflow.start(WORKFLOW_TYPE, {
        taskQueue: this.taskQueue,
        workflowId: runId,
        args: [checked],
        workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
        staticSummary: `${checked.skill}: ${firstLine(checked.prompt)}`,
        staticDetails: `**${checked.skill}** with \`${checked.model}\`\n\n${checked.prompt.slice(0, 4000)}`,
      });
    } catch (error) {
      throw clientError(error, `run=${runId}`);
    }
    return new RunHandle(this.#client, runId);
  }

  /** The run with this id, started by whoever. */
  handle(runId: string): RunHandle {
    return new RunHandle(this.#client, runId);
  }

  /** The newest runs first. `query` is a filter in Temporal's list syntax, e.g. `SkillrunSkill = 'image'`. */
  async *list(query?: string): AsyncGenerator<RunSummary> {
    const filter = `WorkflowType = '${WORKFLOW_TYPE}'${query === undefined ? '' : ` AND (${query})`}`;
    try {
      for await (const info of this.#client.workflow.list({ query: filter })) {
        if (info.status.name === 'CONTINUED_AS_NEW') continue;
        yield summaryOf(info);
      }
    } catch (error) {
      throw clientError(error, 'list');
    }
  }

  /** The roles that no worker has at present, as far as the server knows: runs wait for one. */
  async missingRoles(): Promise<WorkerRole[]> {
    try {
      return await rolesWithoutWorker(this.#client, this.taskQueue);
    } catch (error) {
      throw clientError(error, `queue=${this.taskQueue}`);
    }
  }
}

/** `image-3f9c1b2a`: the skill's name says what it is, the rest makes it one of its kind. */
function newRunId({ skill }: RunInput): string {
  const name = /([a-z0-9-]+)(?:@[0-9a-f]+)?\/?$/i.exec(typeof skill === 'string' ? skill : '')?.[1] ?? 'run';
  return `${name}-${randomUUID().slice(0, 8)}`;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
