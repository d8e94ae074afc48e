import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startWorkerProcess, type WorkerProcess } from '../test/support/worker-process.ts';
import { connect, type ConnectedClient } from '../src/client/index.ts';
import { SkillrunError } from '../src/contract/errors.ts';
import { HEARTBEAT_TIMEOUT_SECONDS } from '../src/contract/queues.ts';
import type { Benchmark } from './stand.ts';
import { median } from './statistics.ts';
import { startStubModel } from './stub-model.ts';

const ROUNDS = 5;
const AIM_SECONDS = HEARTBEAT_TIMEOUT_SECONDS + 2;
const GIVE_UP_MS = 60_000;

/** One round, in seconds. */
interface Recovery {
  /** From the kill to the start of the command on the other worker. */
  total: number;
  /** Of it: opening the workspace there, as Temporal's history has it. */
  restore: number;
}

/** A worker is killed in the middle of a command, while another one waits for work. */
export const measureRecovery: Benchmark = async ({ servers, folder, say }) => {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startStubModel());
  const starts = join(folder, 'starts');
  model.says({ text: '', command: `date +%s%3N >> ${starts}; sleep 600` });
  const environment = {
    ...servers.environment,
    ...model.environment,
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    SKILLRUN_STORE: `${servers.store}/recovery`,
    SKILLRUN_TASK_QUEUE: 'recovery',
    SKILLRUN_SANDBOX: 'none',
    SKILLRUN_DATA: join(folder, 'hosts'),
  };
  const client = stack.use(await connect(environment));
  const workers = new Map<number, WorkerProcess>();
  stack.defer(async () => {
    for (const worker of workers.values()) await worker.end('SIGTERM');
  });
  const start = async (): Promise<void> => {
    const worker = await startWorkerProcess(environment);
    workers.set(worker.pid, worker);
  };
  await Promise.all([start(), start()]);

  const rounds: Recovery[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`recovery: round ${round} of ${ROUNDS}`);
    const before = (await startTimes(starts)).length;
    const run = await client.start({ skill: 'shell-agent', prompt: 'Work', model: 'anthropic:stub' });
    await nthStart(starts, before + 1);
    const worker = workers.get(await workerOf(client, run.runId));
    if (worker === undefined) throw new SkillrunError('host_failed', `No worker runs the command [run=${run.runId}]`);
    const killedAt = Date.now();
    await worker.end('SIGKILL');
    workers.delete(worker.pid);
    const startedAt = await nthStart(starts, before + 2);
    rounds.push({ total: (startedAt - killedAt) / 1000, restore: await reopening(client, run.runId) });
    await run.cancel();
    await run.result().catch(() => undefined);
    await start();
  }
  const totals = rounds.map(({ total }) => total);
  return {
    title: `Recovery: SIGKILL of a worker in the middle of a command (${ROUNDS} times)`,
    figures: [
      {
        what: 'until the command runs on a waiting worker, median',
        value: median(totals),
        unit: 's',
        aim: AIM_SECONDS,
      },
      { what: 'until the command runs on a waiting worker, longest', value: Math.max(...totals), unit: 's' },
      { what: 'of that: restoring the workspace', value: median(rounds.map(({ restore }) => restore)), unit: 's' },
    ],
  };
};

/** When commands have started, in milliseconds since the epoch: each writes a line. */
async function startTimes(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1).map(Number);
}

async function nthStart(path: string, n: number): Promise<number> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const time = (await startTimes(path))[n - 1];
    if (time !== undefined) return time;
    if (Date.now() > deadline) throw new SkillrunError('host_failed', `No command started in ${GIVE_UP_MS / 1000} s`);
    await pause(20);
  }
}

/** The process whose worker runs the command: Temporal's SDK names a worker `<process id>@<host>`. */
async function workerOf(client: ConnectedClient, runId: string): Promise<number> {
  const { raw } = await client.temporal.workflow.getHandle(runId).describe();
  return Number.parseInt(raw.pendingActivities?.[0]?.lastWorkerIdentity ?? '', 10);
}

/** Seconds that the second opening of the run's workspace took. */
async function reopening(client: ConnectedClient, runId: string): Promise<number> {
  const history = await client.temporal.workflow.getHandle(runId).fetchHistory();
  const events = history.events ?? [];
  const seconds = (event?: (typeof events)[number]): number =>
    Number(event?.eventTime?.seconds ?? NaN) + (event?.eventTime?.nanos ?? 0) / 1e9;
  const scheduled = events.findLast(
    ({ activityTaskScheduledEventAttributes: attributes }) => attributes?.activityType?.name === 'openWorkspace',
  );
  const completed = events.find(
    ({ activityTaskCompletedEventAttributes: attributes }) =>
      Number(attributes?.scheduledEventId ?? NaN) === Number(scheduled?.eventId),
  );
  return seconds(completed) - seconds(scheduled);
}
