import { ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { WORKFLOW_TYPE, type RunInput } from '../contract/run.ts';
import { checkRunInput } from '../core/run-input.ts';
import { clientError } from './temporal-errors.ts';

export interface ScheduleSummary {
  name: string;
  cron: string[];
  paused: boolean;
  /** When it fires next, at most the next one. */
  next: Date | undefined;
  /** Ids of the newest runs. */
  recent: string[];
}

/** Temporal Schedules that start runs. While a run of a schedule goes on, a due one is skipped. */
export class Schedules {
  readonly #client: Client;
  readonly #taskQueue: string;

  constructor(client: Client, taskQueue: string) {
    this.#client = client;
    this.#taskQueue = taskQueue;
  }

  /**
   * Creates a schedule; its runs are named after it and the time. `cron` is one expression of five fields, in UTC.
   * Firings that were missed for more than a minute are left out. Throws `already_exists`.
   */
  async create(name: string, cron: string, input: RunInput): Promise<void> {
    const checked = checkRunInput(input);
    await this.#try(name, async () => {
      await this.#client.schedule.create({
        scheduleId: name,
        spec: { cronExpressions: [cron] },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
        action: {
          type: 'startWorkflow',
          workflowType: WORKFLOW_TYPE,
          workflowId: name,
          taskQueue: this.#taskQueue,
          args: [checked],
        },
        memo: { cron },
      });
    });
  }

  /** All schedules that start runs. */
  async list(): Promise<ScheduleSummary[]> {
    return await this.#try('', async () => {
      const summaries: ScheduleSummary[] = [];
      for await (const { scheduleId, action, state, info, memo } of this.#client.schedule.list()) {
        if (action?.type !== 'startWorkflow' || action.workflowType !== WORKFLOW_TYPE) continue;
        summaries.push({
          name: scheduleId,
          cron: typeof memo?.['cron'] === 'string' ? [memo['cron']] : [],
          paused: state.paused,
          next: info.nextActionTimes[0],
          recent: info.recentActions.map((recent) => recent.action.workflow.workflowId),
        });
      }
      return summaries;
    });
  }

  /** Starts a run now, unless one of the schedule goes on. */
  async trigger(name: string): Promise<void> {
    await this.#try(name, () => this.#client.schedule.getHandle(name).trigger());
  }

  async delete(name: string): Promise<void> {
    await this.#try(name, async () => {
      await this.#client.schedule.getHandle(name).delete();
    });
  }

  async #try<T>(name: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw clientError(error, `schedule=${name}`);
    }
  }
}
