import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { startScriptedModel } from '../../test/support/scripted-model.ts';
import { ProgressView } from '../../src/cli/progress-view.ts';
import {
  connect,
  describeError,
  isSkillrunError,
  type ConnectedClient,
  type RunEvent,
  type RunHandle,
} from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { toolboxFolder } from '../../src/worker/data-folder.ts';
import { startEnvironment } from '../dev/environment.ts';
import { demoPhoto } from './photo.ts';
import { KILLED_COMMAND, PROMPT, script } from './script.ts';
import { untilCommandRuns } from './running-command.ts';
import { startWorkerProcess, type WorkerProcess } from '../../test/support/worker-process.ts';

/** The demo: a run of the image skill whose worker is killed in the middle of a command. */

const say = (line = ''): void => void process.stderr.write(`${line}\n`);

const models: [key: string, model: string][] = [
  ['ANTHROPIC_API_KEY', 'anthropic:claude-sonnet-5'],
  ['OPENAI_API_KEY', 'openai:gpt-5'],
];

/** Everything that is started goes onto the stack, so that it ends with the demo. */
async function demo(stack: AsyncDisposableStack): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-demo-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const servers = await startEnvironment({ ui: true, fallbackFolder: join(folder, 'objects'), log: say });
  stack.use(servers);
  const { model, variables, killedCommand } = await chooseModel(stack);
  const environment = {
    ...process.env,
    ...servers.environment,
    ...variables,
    SKILLRUN_SANDBOX: await chooseSandbox(),
    SKILLRUN_DATA: join(folder, 'hosts'),
  };
  Object.assign(process.env, servers.environment);

  let worker: WorkerProcess = await startWorkerProcess(environment);
  stack.defer(() => worker.end('SIGTERM'));
  // Not on the stack: it ends with the process. Closed while one of its retries is due, gRPC throws out of a timer.
  const client = await connect(environment);
  const photo = await demoPhoto();
  const run = await client.start({
    skill: 'image',
    prompt: PROMPT,
    model,
    inputs: [{ kind: 'image', name: 'photo.jpg', data: photo.toString('base64') }],
  });
  const page = `${servers.temporal.uiUrl}/namespaces/default/workflows/${run.runId}`;
  say(`\nRun ${run.runId}, to be watched at ${page}\n`);

  const startedAt = Date.now();
  using view = new ProgressView();
  const events = follow(run, view);
  if (await untilCommandRuns(client.temporal, run.runId, killedCommand)) {
    view.note(
      '',
      `  ✂ SIGKILL to the worker (process ${worker.pid}) in the middle of the command; another one starts`,
      '',
    );
    await worker.end('SIGKILL');
    worker = await startWorkerProcess(environment);
  }
  const seen = await events;
  await summarise(client, run, seen, startedAt, page);
  await linger(page);
}

interface Model {
  model: string;
  /** For the worker. */
  variables: Record<string, string>;
  /** Which of the model's commands is killed in its middle, counted from 1. */
  killedCommand: number;
}

/** The scripted model, or a real one where there is a key. */
async function chooseModel(stack: AsyncDisposableStack): Promise<Model> {
  const real = models.find(([key]) => Boolean(process.env[key]));
  if (real !== undefined) return { model: real[1], variables: {}, killedCommand: 1 };
  say('No ANTHROPIC_API_KEY or OPENAI_API_KEY is set: a scripted model plays its part');
  const scripted = await startScriptedModel(script);
  stack.defer(() => scripted.close());
  return { model: 'anthropic:scripted', variables: scripted.environment, killedCommand: KILLED_COMMAND };
}

/** Bubblewrap where it works, unless the environment says otherwise: the demo needs nothing that has to be installed. */
async function chooseSandbox(): Promise<'bwrap' | 'none'> {
  if (process.env['SKILLRUN_SANDBOX'] === 'none') return 'none';
  const bwrap = createSandbox('bwrap', { toolboxDir: toolboxFolder(), nodePath: process.execPath });
  try {
    await bwrap.probe();
    return 'bwrap';
  } catch (error) {
    say(
      `Commands run without a sandbox (SKILLRUN_SANDBOX=none): ${isSkillrunError(error) ? error.message : String(error)}`,
    );
    return 'none';
  }
}

async function follow(run: RunHandle, view: ProgressView): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  for await (const event of run.follow()) {
    seen.push(event);
    view.show(event);
  }
  return seen;
}

async function summarise(
  client: ConnectedClient,
  run: RunHandle,
  events: RunEvent[],
  startedAt: number,
  page: string,
): Promise<void> {
  const { status, text, outputs, iterations, usage } = await run.result();
  const { image } = outputs;
  const path = resolve('skillrun-demo.png');
  if (image !== undefined) await writeFile(path, await client.store.get(client.store.key(image.uri)));
  const retries = events.filter(({ type }) => type === 'step_failed').length;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  say();
  say(text);
  say();
  say(
    `  ${status}: ${iterations} iterations, ${retries} retried after the kill, ${usage.inputTokens} → ${usage.outputTokens} tokens, ${seconds} s`,
  );
  say(`  The run in the Temporal UI: ${page}`);
  process.stdout.write(`${image === undefined ? 'The run delivered no picture' : path}\n`);
}

/** On a terminal the Temporal UI stays up until a key is pressed. */
async function linger(page: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return;
  using lines = createInterface({ input: process.stdin, output: process.stderr });
  await lines.question(`\nThe Temporal UI stays up at ${page}\nPress Enter to stop everything. `);
}

/** Shows the demo; whether it ends, fails or is interrupted, nothing is left running. Returns the exit code. */
async function main(): Promise<number> {
  const interruption = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await using stack = new AsyncDisposableStack();
  try {
    const interrupted = await Promise.race([demo(stack), interruption]);
    if (interrupted === undefined) return 0;
    say('\nInterrupted; stopping everything');
    return 130;
  } catch (error) {
    say(`error: ${isSkillrunError(error) ? describeError(error) : (error as Error).stack}`);
    return 1;
  }
}

// What an interruption has left in the air must not hold the process.
process.exit(await main());
