import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRunRequest, type RunOptions } from '../../src/cli/run-request.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';

let root: string;
let store: Store;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillrun-request-'));
  store = openStore(pathToFileURL(join(root, 'store')).href);
});
afterEach(() => rm(root, { recursive: true }));

const model = 'anthropic:scripted';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function file(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(root, name), content);
  return join(root, name);
}

async function publish(options: RunOptions, skill = 'image') {
  return await (await readRunRequest(skill, 'Do it', { model, ...options })).publish(() => store);
}

test('options become the fields of the run; what was not given is left to the workflow', async () => {
  expect(await publish({})).toEqual({ skill: 'image', prompt: 'Do it', model });
  const options = { var: { A: 'b' }, secret: ['S'], maxIterations: 3, maxTokens: 9, timeout: 600, commandTimeout: 1.5 };
  expect(await publish(options)).toEqual({
    skill: 'image',
    prompt: 'Do it',
    model,
    variables: { A: 'b' },
    secrets: ['S'],
    maxIterations: 3,
    maxTokens: 9,
    timeoutSeconds: 600,
    commandTimeoutSeconds: 1.5,
  });
});

test('input files are in the store under the hash of their content, with their kind told by it', async () => {
  const input = [await file('photo.txt', png), await file('notes.txt', 'words'), await file('logo.svg', '<svg/>')];
  const { inputs } = await publish({ input });
  expect(inputs).toEqual([
    { kind: 'image', name: 'photo.txt', uri: store.uri(`inputs/${hash('sha256', png)}`) },
    { kind: 'document', name: 'notes.txt', uri: store.uri(`inputs/${hash('sha256', 'words')}`) },
    { kind: 'image', name: 'logo.svg', uri: store.uri(`inputs/${hash('sha256', '<svg/>')}`) },
  ]);
  expect(Buffer.from(await store.get(`inputs/${hash('sha256', png)}`)).equals(png)).toBe(true);
});

test.each([
  ['is not there', 'ENOENT', async () => {}],
  ['is a folder', 'not a regular file', (path: string) => mkdir(path)],
  ['is a pipe', 'not a regular file', async (path: string) => void execFileSync('mkfifo', [path])],
  ['is empty', 'empty', (path: string) => writeFile(path, '')],
  [
    'is larger than 512 MiB',
    'larger than 512 MiB',
    async (path: string) => {
      const sparse = await open(path, 'w');
      await sparse.truncate(512 * 1024 ** 2 + 1);
      await sparse.close();
    },
  ],
])('an input that %s is named, before anything is sent', async (_what, message, make) => {
  const path = join(root, 'input');
  await make(path);
  await expect(readRunRequest('image', 'Do it', { model, input: [path] })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(new RegExp(`${message}.*\\[file=${path}\\]`)) as unknown,
    hint: expect.any(String) as unknown,
  });
});

test('a file that changes between two looks is not stored under a hash that it no longer has', async () => {
  const path = await file('growing.txt', 'before');
  const request = await readRunRequest('image', 'Do it', { model, input: [path] });
  const putFile = store.putFile.bind(store);
  vi.spyOn(store, 'putFile').mockImplementationOnce(async (...args) => {
    await writeFile(path, 'after!');
    return await putFile(...args);
  });
  await expect(request.publish(() => store)).rejects.toThrow(/changed while it was read.*growing\.txt/);
  expect(await Array.fromAsync(store.list('inputs/'))).toEqual([]);
});

test('a blank prompt and a missing model are told before files are looked at', async () => {
  const input = [join(root, 'missing')];
  await expect(readRunRequest('image', ' \n', { model, input })).rejects.toMatchObject({
    message: 'Prompt is required',
  });
  await expect(readRunRequest('image', 'Do it', { input })).rejects.toMatchObject({
    message: 'Select a model for this skill',
  });
});

const skillText = (name: string): string => `---\nname: ${name}\ndescription: Tests. Use when testing.\n---\nDo it.\n`;

test("a skill's folder is published and pinned by its digest", async () => {
  await mkdir(join(root, 'mine'));
  await file('mine/SKILL.md', skillText('mine'));
  const { skill } = await publish({}, join(root, 'mine'));
  expect(skill).toMatch(/^mine@[0-9a-f]{64}$/);
  expect(await store.find(`skills/${skill.replace('@', '/')}`)).toBeDefined();
});

test('a malformed SKILL.md is named with its field, before anything is sent', async () => {
  await mkdir(join(root, 'mine'));
  await file('mine/SKILL.md', skillText('yours'));
  await expect(readRunRequest(`${root}/mine`, 'Do it', { model })).rejects.toMatchObject({
    code: 'invalid_skill',
    message: expect.stringMatching(/^name is "yours".*mine\/SKILL\.md\]$/) as unknown,
  });
});

test('names and uris of bundles are left to the workers', async () => {
  expect((await publish({}, 's3://bucket/skills/a/b')).skill).toBe('s3://bucket/skills/a/b');
  expect((await publish({}, 'no-such-skill')).skill).toBe('no-such-skill');
});
