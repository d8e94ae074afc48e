import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findTemporal } from '../../infra/dev/temporal-binary.ts';
import { FIXTURE_SKILLS } from '../fixtures/folder.ts';
import { commandLine, type CommandLine, type Started } from '../support/command-line.ts';
import { bestSandbox } from '../support/programs.ts';
import { bash, setOutput } from '../support/scripted-run.ts';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';

let model: ScriptedModel;
let folder: string;
let variables: Record<string, string>;
let dev: Started;
let skillrun: CommandLine;

beforeAll(async () => {
  model = await startScriptedModel([
    { calls: [bash('echo "# Report" > report.md')] },
    { calls: [setOutput('document', 'report.md')] },
    { text: 'Done.' },
  ]);
  folder = await mkdtemp(join(tmpdir(), 'skillrun-dev-'));
  variables = { SKILLRUN_SANDBOX: await bestSandbox(), SKILLRUN_SKILLS: FIXTURE_SKILLS };
  dev = commandLine({ ...variables, ...model.environment }, { cwd: folder }).start('dev', '--no-ui');
  await dev.untilSaid(/Ctrl-C stops everything/);
  skillrun = commandLine(variables, { cwd: folder });
});

afterAll(async () => {
  dev.interrupt();
  await dev.ended;
  await model.close();
  await rm(folder, { recursive: true });
});

test('in its folder the other commands need no variables', async () => {
  const ran = await skillrun.run('run', 'plain', 'Report', '--model', 'anthropic:scripted', '--id', 'first');
  expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Done\.\noutputs:/) as unknown });
  expect(await skillrun.run('outputs', 'first', '--to', 'out')).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(folder, 'out', 'report.md'), 'utf8')).toBe('# Report\n');
});

test('variables win over it', async () => {
  const explicit = commandLine({ ...variables, TEMPORAL_ADDRESS: '127.0.0.1:1' }, { cwd: folder });
  expect(await explicit.run('list')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(':1]') as unknown });
});

test('a second one in the same folder is refused', async () => {
  expect(await skillrun.run('dev', '--no-ui')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^error: skillrun dev runs in this folder already \[pid=\d+\]\. Use that one/,
    ) as unknown,
  });
});

test('Ctrl-C stops everything and leaves nothing but its objects', async () => {
  const { environment } = JSON.parse(await readFile(join(folder, '.skillrun', 'dev.json'), 'utf8')) as {
    environment: Record<string, string>;
  };
  const servers = [`http://${environment['TEMPORAL_ADDRESS']}`, environment['AWS_ENDPOINT_URL_S3'] ?? ''];
  dev.interrupt();
  const { exitCode, stdout } = await dev.ended;
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/Temporal +127\.0\.0\.1:\d+\n(.*\n)*.*run image '/);
  expect((await readdir(join(folder, '.skillrun'))).sort()).toEqual(['.gitignore', 'objects']);
  for (const server of servers) {
    const { hostname, port } = new URL(server);
    const socket = connectSocket(Number(port), hostname);
    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
});

test('without a gateway it says so, and keeps the objects as files', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'skillrun-bare-'));
  onTestFinished(() => rm(bare, { recursive: true }));
  const nothingToBeHad = {
    PATH: '/usr/bin:/bin',
    GOPROXY: 'off',
    GOMODCACHE: join(bare, 'modules'),
    XDG_CACHE_HOME: join(bare, 'cache'),
    SKILLRUN_TEMPORAL_BIN: await findTemporal(() => {}),
  };
  const fallback = commandLine({ ...variables, ...nothingToBeHad }, { cwd: bare }).start('dev', '--no-ui');
  await fallback.untilSaid(/Ctrl-C stops everything/);
  fallback.interrupt();
  const { stdout, stderr } = await fallback.ended;
  expect(stderr).toMatch(/No S3 gateway, so objects are kept as files of \.skillrun\/files: .*SKILLRUN_/);
  expect(stdout).toMatch(/Store +file:\/\/\/.*\.skillrun\/files/);
});
