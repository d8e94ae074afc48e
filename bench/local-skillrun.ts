import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '../src/client/index.ts';
import { createLogger } from '../src/telemetry/logger.ts';
import { startWorker } from '../src/worker/index.ts';
import type { Sandbox } from '../src/sandbox/port.ts';
import { iterationTimes } from './iteration-times.ts';
import type { Stand } from './stand.ts';
import type { StubModel } from './stub-model.ts';

export interface LocalSkillrun extends AsyncDisposable {
  /** Milliseconds of each iteration of one run. */
  run(iterations: number): Promise<number[]>;
}

/** A worker of skillrun in this process, as it is deployed, with a queue and a store prefix of its own. */
export async function startSkillrun(
  { servers, folder }: Stand,
  model: StubModel,
  sandbox: Sandbox['name'],
): Promise<LocalSkillrun> {
  const name = `bench-${sandbox}-${randomUUID().slice(0, 8)}`;
  const environment = {
    ...servers.environment,
    ...model.environment,
    SKILLRUN_STORE: `${servers.store}/${name}`,
    SKILLRUN_TASK_QUEUE: name,
    SKILLRUN_SANDBOX: sandbox,
    SKILLRUN_DATA: join(folder, name),
  };
  const worker = await startWorker({ environment, logger: createLogger({ level: 'error', pretty: true }) });
  const client = await connect(environment);
  return {
    async run(maxIterations) {
      const input = { skill: 'shell-agent', prompt: 'Work', model: 'anthropic:stub', maxIterations };
      const { runId } = await (await client.start(input)).result();
      return await iterationTimes(client.temporal, runId, 'callModel');
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await worker.stop();
    },
  };
}
