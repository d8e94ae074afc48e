import type { Client, WorkflowHandle } from '@temporalio/client';
import { STATUS_QUERY, type RunProgress, type RunResult } from '../contract/run.ts';
import { followRun, type RunEvent } from './events.ts';
import { descriptionOf, type RunDescription } from './run-summary.ts';
import { clientError } from './temporal-errors.ts';

/** A live worker answers a query within milliseconds. */
const QUERY_TIMEOUT_MS = 5000;

/** One run, by its id. */
export class RunHandle {
  /** The Temporal workflow id. */
  readonly runId: string;
  readonly #client: Client;
  readonly #handle: WorkflowHandle;

  constructor(client: Client, runId: string) {
    this.runId = runId;
    this.#client = client;
    this.#handle = client.workflow.getHandle(runId);
  }

  /** Waits for the end. Throws the run's failure with its code, `run_cancelled`, or `unknown_run`. */
  async result(): Promise<RunResult> {
    return await this.#try(async () => (await this.#handle.result()) as RunResult);
  }

  /** Where the run stands; null while it is being prepared. Throws when no worker answers within five seconds. */
  async status(): Promise<RunProgress | null> {
    const query = (): Promise<RunProgress | null> => this.#handle.query(STATUS_QUERY);
    return await this.#try(() => this.#client.withDeadline(Date.now() + QUERY_TIMEOUT_MS, query));
  }

  /** What the server knows of the run, without asking a worker. */
  async describe(): Promise<RunDescription> {
    return await this.#try(async () => descriptionOf(await this.#handle.describe()));
  }

  /** Asks the run to stop: its command or model call is stopped, its workspace closed. Returns before that is done. */
  async cancel(): Promise<void> {
    await this.#try(() => this.#handle.cancel());
  }

  /** What happens, from the start of the run to its end. */
  follow(signal?: AbortSignal): AsyncGenerator<RunEvent> {
    return followRun(this.#client, this.runId, signal);
  }

  async #try<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw clientError(error, `run=${this.runId}`);
    }
  }
}
