import { join } from 'node:path';
import { startWorkerProcess } from '../test/support/worker-process.ts';
import { connect, type ConnectedClient } from '../src/client/index.ts';
import { startCountingProxy, type CountingProxy, type Puts } from './counting-proxy.ts';
import type { Benchmark } from './stand.ts';
import { startStubModel } from './stub-model.ts';

const HISTORY_AIM = 4096;
/** Iterations between the two runs of which the difference is taken. */
const STEP = 10;

const ANSWER = 'x'.repeat(200);
const commands = { same: 'printf %200s', changed: 'date +%N > file; printf %200s' };

/** What a run has left behind when it has ended. */
interface Footprint extends Puts {
  /** Bytes of its history. */
  history: number;
}

/** What an iteration leaves behind, in Temporal's history and in the store, with answers and outputs of 200 bytes. */
export const measureFootprint: Benchmark = async ({ servers, folder, say }) => {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startStubModel());
  const proxy = stack.use(await startCountingProxy(servers.environment['AWS_ENDPOINT_URL_S3'] as string));
  const environment = {
    ...servers.environment,
    ...model.environment,
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    AWS_ENDPOINT_URL_S3: proxy.url,
    SKILLRUN_STORE: `${servers.store}/footprint`,
    SKILLRUN_TASK_QUEUE: 'footprint',
    SKILLRUN_SANDBOX: 'none',
    SKILLRUN_DATA: join(folder, 'hosts'),
  };
  const worker = await startWorkerProcess(environment);
  stack.defer(() => worker.end('SIGTERM'));
  const client = stack.use(await connect(environment));

  const perIteration = async (command: string, iterations: number): Promise<Footprint> => {
    say(`footprint: \`${command}\` at ${iterations} iterations`);
    model.says({ text: ANSWER, command });
    const shorter = await footprint(client, proxy, iterations - STEP);
    const longer = await footprint(client, proxy, iterations);
    const each = (name: keyof Footprint): number => (longer[name] - shorter[name]) / STEP;
    return { history: each('history'), objects: each('objects'), bytes: each('bytes') };
  };
  await footprint(client, proxy, 1);
  const at20 = await perIteration(commands.same, 20);
  const at200 = await perIteration(commands.same, 200);
  const changed = await perIteration(commands.changed, 20);
  return {
    title: 'What one iteration leaves behind (answer and output of 200 bytes)',
    figures: [
      { what: 'bytes of history at 20 iterations', value: at20.history, unit: 'bytes', aim: HISTORY_AIM },
      { what: 'bytes of history at 200 iterations', value: at200.history, unit: 'bytes', aim: HISTORY_AIM },
      { what: 'objects in S3 when no file changed, at 20', value: at20.objects, unit: '', aim: 1 },
      { what: 'objects in S3 when no file changed, at 200', value: at200.objects, unit: '', aim: 1 },
      { what: 'bytes in S3 when no file changed, at 20', value: at20.bytes, unit: 'bytes' },
      { what: 'bytes in S3 when no file changed, at 200', value: at200.bytes, unit: 'bytes' },
      { what: 'objects in S3 when one small file changed', value: changed.objects, unit: '' },
      { what: 'bytes in S3 when one small file changed', value: changed.bytes, unit: 'bytes' },
    ],
  };
};

async function footprint(client: ConnectedClient, proxy: CountingProxy, maxIterations: number): Promise<Footprint> {
  proxy.take();
  const run = await client.start({ skill: 'shell-agent', prompt: 'Work', model: 'anthropic:stub', maxIterations });
  await run.result();
  const { historySize } = await client.temporal.workflow.getHandle(run.runId).describe();
  return { history: Number(historySize), ...proxy.take() };
}
