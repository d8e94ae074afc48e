import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { iterationTimes } from './iteration-times.ts';

/** What the first step does: nothing, or one request to the stub model. */
type First = 'nothing' | 'stub';
/** What the second step does: nothing, or `true` in a sandbox. */
type Second = 'nothingMore' | 'none' | 'bwrap';
export type FloorActivities = Record<First | Second, (payload: string) => Promise<string>>;
/** The work of the steps that have any. */
type Work = Record<'stub' | 'none' | 'bwrap', () => Promise<unknown>>;

export interface FloorRun {
  iterations: number;
  steps: [First, Second];
  /** The second step too on the workflow's own queue, so that it is eager as the first is. */
  oneQueue?: boolean;
}

export interface Floor extends AsyncDisposable {
  /** Milliseconds of each iteration of one run. */
  run(options: FloorRun): Promise<number[]>;
}

const PAYLOAD = 'x'.repeat(200);
const QUEUE = 'floor';
const SECOND_QUEUE = 'floor-second';

const nothing = async (payload: string): Promise<string> => payload;

/** A bare Temporal loop with workers in this process. */
export async function startFloor(client: Client, address: string, work: Work): Promise<Floor> {
  const step = (name: keyof Work) => (payload: string) => work[name]().then(() => payload);
  const activities: FloorActivities = {
    nothing,
    nothingMore: nothing,
    stub: step('stub'),
    none: step('none'),
    bwrap: step('bwrap'),
  };
  const connection = await NativeConnection.connect({ address });
  const workflowsPath = fileURLToPath(new URL('floor-workflows.ts', import.meta.url));
  const workers = [
    await Worker.create({ connection, taskQueue: QUEUE, workflowsPath, activities }),
    await Worker.create({ connection, taskQueue: SECOND_QUEUE, activities }),
  ];
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    async run(options) {
      const workflowId = `floor-${randomUUID()}`;
      const args = [options, options.oneQueue ? QUEUE : SECOND_QUEUE, PAYLOAD];
      await client.workflow.execute('floor', { workflowId, taskQueue: QUEUE, args });
      return await iterationTimes(client, workflowId, options.steps[0]);
    },
    async [Symbol.asyncDispose]() {
      for (const worker of workers) worker.shutdown();
      await ended;
      await connection.close();
    },
  };
}
