import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findTemporal } from '../../infra/dev/temporal-binary.ts';
import { connect, type ConnectedClient } from '../../src/client/index.ts';
import type { RunResult } from '../../src/contract/run.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { installRuntime } from '../../src/worker/index.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { heldCommand, letGo, untilHeld } from '../support/held-command.ts';
import { bash, setOutput } from '../support/scripted-run.ts';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import { stageEnvironment } from '../support/stage.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.ts';

const MODEL = ['--model', 'anthropic:scripted'];

let model: ScriptedModel;
let environment: Record<string, string>;
let worker: WorkerProcess;
let client: ConnectedClient;
let skillrun: CommandLine;
let folder: string;

beforeAll(async () => {
  model = await startScriptedModel({
    '[report]': [
      { text: 'I write it.', calls: [bash('cat inputs/* 2>/dev/null || echo nothing; echo "# Report" > report.md')] },
      { calls: [setOutput('document', 'report.md')] },
      { text: 'The report is written.\nIt is short.' },
    ],
    '[hello]': [{ text: 'Hello.' }],
    '[busy]': Array.from({ length: 3 }, () => ({ text: 'Still at it.', calls: [bash('true')] })),
    '[held]': [{ calls: [bash(heldCommand('echo begun', 'echo done'))] }, { text: 'It is done.' }],
  });
  environment = await stageEnvironment(model);
  for (const [name, value] of Object.entries(environment)) if (name.startsWith('AWS_')) process.env[name] = value;
  worker = await startWorkerProcess(environment);
  client = await connect(environment);
  skillrun = commandLine(environment);
  folder = await mkdtemp(join(tmpdir(), 'skillrun-cli-'));
});

afterAll(async () => {
  await client.close();
  worker.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  await model.close();
  await rm(folder, { recursive: true });
  await rm(environment['SKILLRUN_DATA']!, { recursive: true });
});

const newId = (): string => `cli-${randomUUID().slice(0, 8)}`;

/** Starts a run that waits in a command, and answers with its workspace's folder. */
async function startHeld(): Promise<{ runId: string; held: string }> {
  const runId = newId();
  await client.start({ skill: 'plain', prompt: '[held]', model: 'anthropic:scripted' }, { runId });
  return { runId, held: await untilHeld(environment['SKILLRUN_DATA']!) };
}

describe('run', () => {
  test('shows each step on stderr, and on stdout the final text and the outputs', async () => {
    const input = join(folder, 'notes.txt');
    await writeFile(input, 'note one\nnote two\n');
    const { exitCode, stdout, stderr } = await skillrun.run('run', 'plain', '[report]', ...MODEL, '--input', input);
    expect(stdout).toMatch(
      /^The report is written\.\nIt is short\.\noutputs:\n {2}document {2}s3:\/\/\S+\/report\.md {2}9 bytes$/,
    );
    const steps = [
      /^Started plain-[0-9a-f]{8}$/,
      /^→ iteration 1 · anthropic:scripted$/,
      /^ {2}I write it\.$/,
      /^ {2}100 → 20 tokens · [\d.]+ m?s$/,
      /^ {2}\$ cat inputs/,
      /^ {4}note one · exit 0 · [\d.]+ m?s$/,
      /^→ iteration 2/,
      /tokens/,
      /^ {2}✓ document: report\.md · 9 bytes$/,
      /^→ iteration 3/,
      /tokens/,
      /^completed · 3 iterations · 300 → 60 tokens$/,
    ];
    const lines = stderr.split('\n');
    expect(lines).toHaveLength(steps.length);
    for (const [index, step] of steps.entries()) expect(lines[index]).toMatch(step);
    expect(exitCode).toBe(0);
  });

  test('--json prints the result and nothing else on stdout', async () => {
    const { exitCode, stdout } = await skillrun.run('run', 'plain', '[report]', ...MODEL, '--json');
    const result = JSON.parse(stdout) as RunResult;
    expect(result).toEqual(await client.handle(result.runId).result());
    expect(result).toMatchObject({ status: 'completed', text: 'The report is written.\nIt is short.' });
    expect(exitCode).toBe(0);
  });

  test('takes the prompt from standard input, and a skill from a folder', async () => {
    const skill = fileURLToPath(new URL('../fixtures/skills/plain', import.meta.url));
    const piped = commandLine(environment, { input: 'Say [hello]\n' });
    const { exitCode, stdout, stderr } = await piped.run('run', skill, '-', ...MODEL);
    expect([exitCode, stdout]).toEqual([0, 'Hello.']);
    expect(stderr).toMatch(/^Started plain-/);
  });

  test('exits with 3 when the run ends at a limit', async () => {
    const { exitCode, stdout, stderr } = await skillrun.run(
      'run',
      'plain',
      '[busy]',
      ...MODEL,
      '--max-iterations',
      '2',
    );
    expect(exitCode).toBe(3);
    expect(stdout).toBe('Still at it.');
    expect(stderr).toContain('ended at its limit of iterations; --max-iterations raises it · 2 iterations');
  });

  test.each([
    ['an unknown skill', ['plane', 'x', ...MODEL], /^error: There is no skill "plane"\. Did you mean plain\?$/],
    ['an unknown provider', ['plain', 'x', '--model', 'acme:x1'], /^error: .*provider=acme/],
    ['missing programs', ['needy', 'x', ...MODEL], /^error: .*no-such-program/],
  ])('fails with one line for %s, and with a document for --json', async (_what, args, message) => {
    const { exitCode, stdout, stderr } = await skillrun.run('run', ...args, '--json');
    const [started, error, ...more] = stderr.split('\n').filter((line) => !line.startsWith('→'));
    expect(started).toMatch(/^Started /);
    expect(error).toMatch(message);
    expect(more).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', error: { code: expect.any(String) as unknown } });
    expect(exitCode).toBe(1);
  });

  test('refuses a second run with the same id', async () => {
    const runId = newId();
    expect(await skillrun.run('run', 'plain', '[hello]', ...MODEL, '--id', runId)).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await skillrun.run('run', 'plain', '[hello]', ...MODEL, '--id', runId);
    expect(stderr).toBe(
      `error: A run with this id is there already [run=${runId}]. Choose another id, or watch that run with \`skillrun attach\``,
    );
    expect(exitCode).toBe(1);
  });

  test('says when no worker takes the run, which stays started', async () => {
    const lonely = commandLine({ ...environment, SKILLRUN_TASK_QUEUE: `nobody-${randomUUID()}` });
    const runId = newId();
    const watching = lonely.start('run', 'plain', '[hello]', ...MODEL, '--id', runId);
    await watching.untilSaid(/The run waits: no worker polls its task queue \[queue=nobody-.*skillrun worker/);
    expect(await client.handle(runId).describe()).toMatchObject({ status: 'running' });
    watching.interrupt();
    expect(await watching.ended).toMatchObject({ exitCode: 130 });
    const { stdout, stderr } = await lonely.run('show', runId);
    expect(stdout).toMatch(/^status +running$/m);
    expect(stdout + stderr).toContain('No worker answers for this run');
    await client.temporal.workflow.getHandle(runId).terminate();
  });
});

test('a step that fails and is tried again is shown with its reason', async () => {
  const changed = { SKILLRUN_TASK_QUEUE: `troubled-${randomUUID()}`, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' };
  const troubled = { ...environment, ...changed };
  const other = await startWorkerProcess(troubled);
  const runId = newId();
  const watching = commandLine(troubled).start('run', 'plain', '[hello]', ...MODEL, '--id', runId);
  await watching.untilSaid(/! callModel failed and is tried again \(attempt \d+\): .*anthropic/i);
  await client.temporal.workflow.getHandle(runId).terminate();
  expect(await watching.ended).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/error: The run was terminated \[run=.*\]$/) as unknown,
  });
  other.kill('SIGTERM');
  expect(await other.ended).toBe(0);
});

describe('Ctrl-C', () => {
  test('pressed once leaves the run alone', async () => {
    const { runId, held } = await startHeld();
    const watching = skillrun.start('attach', runId);
    await watching.untilSaid(/\$ echo begun/);
    watching.interrupt();
    const { exitCode, stderr } = await watching.ended;
    expect(stderr).toMatch(new RegExp(`Detached; the run goes on: skillrun attach ${runId}$`));
    expect(exitCode).toBe(130);
    await letGo(held);
    expect(await client.handle(runId).result()).toMatchObject({ status: 'completed' });
  });

  test('pressed twice cancels the run', async () => {
    const { runId } = await startHeld();
    const watching = skillrun.start('attach', runId);
    await watching.untilSaid(/\$ echo begun/);
    watching.interrupt();
    await watching.untilSaid(/Press Ctrl-C again/);
    // A finger needs this long too; what comes sooner is taken for the same key press.
    await pause(300);
    watching.interrupt();
    const { exitCode, stderr } = await watching.ended;
    expect(stderr).toMatch(new RegExp(`Cancelled ${runId}$`));
    expect(exitCode).toBe(130);
    expect(await client.handle(runId).describe()).toMatchObject({ status: 'cancelled' });
  });
});

test('a detached run can be listed, shown, watched from its start, and its outputs downloaded', async () => {
  const runId = newId();
  const detached = await skillrun.run('run', 'plain', '[report]', ...MODEL, '--id', runId, '--detach');
  expect(detached).toMatchObject({ exitCode: 0, stdout: runId });

  const attached = await skillrun.run('attach', runId);
  expect(attached).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^The report is written/) as unknown });
  expect(attached.stderr).toMatch(/^→ iteration 1/);

  const to = join(folder, 'downloads');
  const downloaded = await skillrun.run('outputs', runId, '--to', to);
  expect(downloaded).toMatchObject({ exitCode: 0, stdout: `document  ${to}/report.md  9 bytes` });
  expect(await readFile(join(to, 'report.md'), 'utf8')).toBe('# Report\n');
  const outputs = await skillrun.run('outputs', runId, '--json');
  expect(JSON.parse(outputs.stdout)).toMatchObject([{ kind: 'document', bytes: 9 }]);

  const shown = await skillrun.run('show', runId);
  expect(shown.stdout).toMatch(/^status +completed\n(.*\n)*iterations +3\ntokens +300 → 60 tokens\n\nThe report is/m);

  await vi.waitFor(
    async () => {
      const listed = await skillrun.run('list', '--limit', '50');
      expect(listed.stdout).toMatch(new RegExp(`^${runId} +completed +plain +anthropic:scripted `, 'm'));
    },
    { timeout: 30_000 },
  );
});

test('a cancelled run ends for those who watch it, and shows what it came to', async () => {
  const { runId } = await startHeld();
  const watching = skillrun.start('attach', runId, '--json');
  await watching.untilSaid(/\$ echo begun/);
  expect(await skillrun.run('cancel', runId)).toMatchObject({
    exitCode: 0,
    stderr: `Asked the run to stop [run=${runId}]`,
  });
  const { exitCode, stdout, stderr } = await watching.ended;
  expect(stderr).toMatch(new RegExp(`error: The run was cancelled \\[run=${runId}\\]$`));
  expect(JSON.parse(stdout)).toMatchObject({ runId, status: 'cancelled', error: { code: 'run_cancelled' } });
  expect(exitCode).toBe(1);
  const shown = await skillrun.run('show', runId, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ status: 'cancelled', iterations: 1, usage: { inputTokens: 100 } });
  expect(await skillrun.run('cancel', runId)).toMatchObject({
    exitCode: 0,
    stderr: `The run has ended already: cancelled [run=${runId}]`,
  });
});

test('a schedule is created, listed, triggered and deleted', async () => {
  const name = newId();
  const create = ['schedule', 'create', name, 'plain', '[hello]', ...MODEL, '--cron'];
  expect(await skillrun.run(...create, 'at dawn')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^error: .*schedule=.*5-7 fields$/) as unknown,
  });
  expect(await skillrun.run(...create, '0 7 1 1 *')).toMatchObject({ exitCode: 0 });
  expect(await skillrun.run(...create, '0 7 1 1 *')).toMatchObject({ exitCode: 1 });
  expect(await skillrun.run('schedule', 'trigger', name)).toMatchObject({ exitCode: 0 });
  const runId = await vi.waitFor(
    async () => {
      const { stdout } = await skillrun.run('schedule', 'list', '--json');
      const schedules = JSON.parse(stdout) as { name: string; cron: string[]; recent: string[] }[];
      const schedule = schedules.find((one) => one.name === name);
      expect(schedule?.cron).toEqual(['0 7 1 1 *']);
      return schedule?.recent[0] ?? expect.fail('it has not fired yet');
    },
    { timeout: 30_000 },
  );
  expect(runId).toMatch(new RegExp(`^${name}-`));
  expect(await skillrun.run('attach', runId)).toMatchObject({ exitCode: 0, stdout: 'Hello.' });
  expect(await skillrun.run('schedule', 'delete', name)).toMatchObject({ exitCode: 0 });
  expect(await skillrun.run('schedule', 'trigger', name)).toMatchObject({
    exitCode: 1,
    stderr: `error: There is no such schedule [schedule=${name}]. \`skillrun schedule list\` shows them`,
  });
});

test('a run that the temporal CLI starts with three fields is like one of ours, and its history replays', async () => {
  const runId = newId();
  const temporal = await findTemporal(() => {});
  const input = { skill: 'plain', prompt: 'Say [hello]', model: 'anthropic:scripted' };
  const { TEMPORAL_ADDRESS: address = '', SKILLRUN_TASK_QUEUE: queue = '' } = environment;
  const flags = ['--address', address, '--workflow-id', runId, '--type', 'runSkill', '--task-queue', queue];
  await execa(temporal, ['workflow', 'start', ...flags, '--input', JSON.stringify(input)]);
  expect(await skillrun.run('attach', runId)).toMatchObject({ exitCode: 0, stdout: 'Hello.' });
  expect(await skillrun.run('replay', runId)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(new RegExp(`^\\d+ events replay the same \\[run=${runId}\\]$`)) as unknown,
    stderr: '',
  });
});

test('a history that does not fit the code is told with its first difference', async () => {
  await using _runtime = installRuntime(createLogger({ level: 'silent', pretty: false }));
  const taskQueue = `another-${randomUUID()}`;
  const workflowsPath = fileURLToPath(new URL('../fixtures/another-run-skill.ts', import.meta.url));
  const { NativeConnection } = await import('@temporalio/worker');
  const connection = await NativeConnection.connect({ address: environment['TEMPORAL_ADDRESS']! });
  const other = await Worker.create({ connection, taskQueue, workflowsPath });
  const runId = newId();
  await other.runUntil(client.temporal.workflow.execute('runSkill', { workflowId: runId, taskQueue, args: [{}] }));
  await connection.close();
  const { exitCode, stderr } = await skillrun.run('replay', runId);
  expect(stderr).toMatch(
    new RegExp(`^error: the history does not fit this code \\[run=${runId}\\]: .*[Nn]ondeterminism`),
  );
  expect(stderr).not.toContain('\n');
  expect(exitCode).toBe(1);
});

test('doctor says what this host has, and which skills lack programs', async () => {
  const { exitCode, stdout } = await skillrun.run('doctor', '--json');
  const report = JSON.parse(stdout) as { checks: { name: string; ok: boolean }[]; skills: object[] };
  expect(report.checks.filter(({ ok }) => ok).map(({ name }) => name)).toEqual([
    'node',
    'temporal',
    'store',
    'sandbox',
  ]);
  expect(report.skills).toContainEqual({ name: 'needy', missing: ['no-such-program'] });
  expect(exitCode).toBe(0);
});
