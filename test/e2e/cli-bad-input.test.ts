import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { commandLine, type Ended } from '../support/command-line.ts';
import { FIXTURE_SKILLS } from '../fixtures/folder.ts';

/** Nothing listens on port 1. */
const NOWHERE = '127.0.0.1:1';
const TASK_QUEUE = 'bad-input-of-the-cli';
const MODEL = ['--model', 'anthropic:scripted'];

let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillrun-bad-input-'));
  environment = { ...inject('environment'), SKILLRUN_TASK_QUEUE: TASK_QUEUE, SKILLRUN_SKILLS: FIXTURE_SKILLS };
  await writeFile(join(folder, 'notes.txt'), 'words');
  const huge = await open(join(folder, 'huge.mov'), 'w');
  await huge.truncate(600 * 1024 ** 2);
  await huge.close();
  await mkdir(join(folder, 'broken'));
  await writeFile(join(folder, 'broken', 'SKILL.md'), '---\nname: broken\n---\nDo it.\n');
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  const client = await connect(environment);
  // Nothing half-started: no run of all these reached the server.
  const { count } = await client.temporal.workflow.count(`TaskQueue = '${TASK_QUEUE}'`);
  await client.close();
  expect(count).toBe(0);
});

function expectOneLine({ exitCode, stdout, stderr }: Ended, code: number, message: RegExp): void {
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('\n');
  expect(stderr).toMatch(/^error: /);
  expect(stdout).toBe('');
  expect(exitCode).toBe(code);
}

test.each<[string, string[], number, RegExp]>([
  ['a blank prompt', ['plain', ' ', ...MODEL], 2, /Prompt is required\. \S/],
  ['no model', ['plain', 'x'], 2, /Select a model for this skill\. Give it as provider:model-id/],
  ['a model without provider', ['plain', 'x', '--model', 'gpt-5'], 2, /"gpt-5" has no provider\. \S/],
  ['a missing input file', ['plain', 'x', ...MODEL, '-i', 'gone.txt'], 2, /ENOENT \[file=gone\.txt\]\. \S/],
  ['an oversize input', ['plain', 'x', ...MODEL, '-i', 'huge.mov'], 2, /larger than 512 MiB \[file=huge\.mov\]\. \S/],
  ['a malformed SKILL.md', ['./broken', 'x', ...MODEL], 1, /description is missing \[file=.*broken\/SKILL\.md\]\. \S/],
  ['a folder without SKILL.md', ['./nothing', 'x', ...MODEL], 1, /no SKILL\.md .*nothing\]\. \S/],
  ['an unknown flag', ['plain', 'x', '--modell', 'a:b'], 2, /'--modell' \(Did you mean --model\?\)/],
])('%s is one error line with the way out', async (_what, args, code, message) => {
  expectOneLine(await commandLine(environment, { cwd: folder }).run('run', ...args), code, message);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'no Temporal',
    { TEMPORAL_ADDRESS: NOWHERE },
    /No Temporal server answers \[address=127\.0\.0\.1:1\]\. .*skillrun dev/,
  ],
  ['no store', { AWS_ENDPOINT_URL_S3: `http://${NOWHERE}` }, /store cannot be reached .*AWS_ENDPOINT_URL_S3/],
  ['no address of a store', { SKILLRUN_STORE: '' }, /SKILLRUN_STORE is not set\. \S/],
  ['wrong credentials', { AWS_SECRET_ACCESS_KEY: 'wrong' }, /secret access key is wrong .*AWS_SECRET_ACCESS_KEY/],
  ['no bucket', { SKILLRUN_STORE: 's3://no-such-bucket' }, /\[bucket=no-such-bucket.*SKILLRUN_STORE/],
])('with %s, run and worker are one error line with the way out', async (_what, wrong, message) => {
  const skillrun = commandLine({ ...environment, ...wrong, SKILLRUN_SANDBOX: 'none' }, { cwd: folder });
  expectOneLine(await skillrun.run('run', 'plain', 'x', ...MODEL, '-i', 'notes.txt'), 1, message);
  expectOneLine(await skillrun.run('worker'), 1, message);
});

test('without bubblewrap a worker says how to get it, and how to do without', async () => {
  const skillrun = commandLine({ ...environment, PATH: folder });
  expectOneLine(await skillrun.run('worker'), 1, /bwrap.*Install bubblewrap.*SKILLRUN_SANDBOX=none/);
});

test('a port that is taken is named by dev', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const ended = await commandLine({}, { cwd: folder }).run('dev', '--no-ui', '--port', String(port));
  server.close();
  expectOneLine(ended, 1, new RegExp(`\\[port=${port}\\]\\. \\S`));
});

test.each([['show'], ['attach'], ['outputs'], ['cancel'], ['replay']])(
  '%s names a run that is not there',
  async (command) => {
    expectOneLine(
      await commandLine(environment).run(command, 'no-such-run'),
      1,
      /\[run=no-such-run\]\. `skillrun list`/,
    );
  },
);

test('the causes are shown when they are asked for', async () => {
  const { stderr } = await commandLine({ ...environment, TEMPORAL_ADDRESS: NOWHERE }).run('list', '--verbose');
  expect(stderr).toMatch(/^error: No Temporal server answers.*\n\[SkillrunError\] SkillrunError: .*\n +at /);
});
