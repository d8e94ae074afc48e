import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { iterationTimes } from './iteration-times.ts';
import type { SandboxStarts } from './sandbox-starts.ts';

/** An activity that does nothing, or runs `true` in a sandbox. */
export type SecondStep = 'nothing' | 'none' | 'bwrap';
export type FloorActivities = Record<'first' | SecondStep, (payload: string) => Promise<string>>;

interface FloorRun {
  iterations: number;
  second: SecondStep;
  /** On the workflow's own queue, so that the second step is eager as the first is. */
  oneQueue?: boolean;
}

export interface Floor extends AsyncDisposable {
  /** Milliseconds of each iteration of one run. */
  run(options: FloorRun): Promise<number[]>;
}

const PAYLOAD = 'x'.repeat(200);
const QUEUE = 'floor';
const SECOND_QUEUE = 'floor-second';

const handOn = async (payload: string): Promise<string> => payload;

/** A bare Temporal loop with workers in this process. */
export async function startFloor(client: Client, address: string, sandboxes: SandboxStarts): Promise<Floor> {
  const activities: FloorActivities = {
    first: handOn,
    nothing: handOn,
    none: (payload) => sandboxes.none().then(() => payload),
    bwrap: (payload) => sandboxes.bwrap().then(() => payload),
  };
  const connection = await NativeConnection.connect({ address });
  const workflowsPath = fileURLToPath(new URL('floor-workflows.ts', import.meta.url));
  const workers = [
    await Worker.create({ connection, taskQueue: QUEUE, workflowsPath, activities }),
    await Worker.create({ connection, taskQueue: SECOND_QUEUE, activities }),
  ];
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    async run({ iterations, second, oneQueue = false }) {
      const workflowId = `floor-${randomUUID()}`;
      const args = [iterations, second, oneQueue ? QUEUE : SECOND_QUEUE, PAYLOAD];
      await client.workflow.execute('floor', { workflowId, taskQueue: QUEUE, args });
      return await iterationTimes(client, workflowId, 'first');
    },
    async [Symbol.asyncDispose]() {
      for (const worker of workers) worker.shutdown();
      await ended;
      await connection.close();
    },
  };
}
