import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;
const rename = (line: string) => shell.run(`node "$SKILL_DIR/scripts/rename.mjs" ${line}`);
/** What the folder holds: names, each with its content. */
const folder = async () => {
  const names = (await readdir(shell.path('f'))).sort();
  const contents = names.map(async (name) => [name, await readFile(shell.path(`f/${name}`), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(contents));
};
/** A folder with these files, each holding its own first name. */
const fill = async (names: string[]) => {
  await rm(shell.path('f'), { recursive: true, force: true });
  await mkdir(shell.path('f'));
  for (const name of names) await writeFile(shell.path(`f/${name}`), name);
};

beforeAll(async () => {
  shell = await openSkillShell('filesystem');
});
afterAll(() => shell[Symbol.asyncDispose]());
beforeEach(() => fill(['IMG_1.JPG', 'IMG_2.JPG', 'notes.txt']));

test('without --apply the plan is shown and nothing changes', async () => {
  const { stdout } = await rename(String.raw`--match '^IMG_(\d)\.JPG$' --to 'photo $1.jpg' f/*`);
  expect(stdout).toBe('f/IMG_1.JPG -> f/photo 1.jpg\nf/IMG_2.JPG -> f/photo 2.jpg');
  expect(Object.keys(await folder())).toEqual(['IMG_1.JPG', 'IMG_2.JPG', 'notes.txt']);
});

test('with --apply each matching file gets its name, and the others keep theirs', async () => {
  await rename(String.raw`--match '^IMG_\d' --to 'trip-{nnn}' --apply f/*`);
  expect(await folder()).toEqual({
    'notes.txt': 'notes.txt',
    'trip-001.JPG': 'IMG_1.JPG',
    'trip-002.JPG': 'IMG_2.JPG',
  });
});

test('two files for one name stop it before anything is renamed', async () => {
  const failed = await rename(String.raw`--match '\d' --to '' --apply f/*`);
  expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
  expect(failed.stderr).toBe('rename: f/IMG_.JPG: would be the name of both f/IMG_1.JPG and f/IMG_2.JPG');
  expect(Object.keys(await folder())).toContain('IMG_1.JPG');
});

test('a name that is taken stops it before anything is renamed', async () => {
  const failed = await rename(`--match '^IMG_1.JPG$' --to 'notes.txt' --apply f/*`);
  expect(failed).toMatchObject({ exitCode: 1, stderr: 'rename: f/notes.txt: is there already, for f/IMG_1.JPG' });
  expect(await folder()).toMatchObject({ 'notes.txt': 'notes.txt', 'IMG_1.JPG': 'IMG_1.JPG' });
});

test('files that hand their names on are renamed in any order, without a loss', async () => {
  const digits = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(digits, async (order) => {
      await fill(order.map((digit) => `${digit}`));
      const files = order.map((digit) => `f/${digit}`).join(' ');
      const renamed = await rename(String.raw`--match '^\d$' --to 'no-{n}' --apply ${files}`);
      expect(renamed).toMatchObject({ exitCode: 0 });
      expect(await folder()).toEqual(Object.fromEntries(order.map((digit, index) => [`no-${index + 1}`, `${digit}`])));
    }),
    { numRuns: 10 },
  );
});

test('files can swap their names', async () => {
  await fill(['1', '2', '3']);
  await rename(String.raw`--match '^\d$' --to '{n}' --apply f/2 f/3 f/1`);
  expect(await folder()).toEqual({ 1: '2', 2: '3', 3: '1' });
});

test.each([
  [`--match IMG --to 'a/b' f/*`, 1, '"a/b_1.JPG" is not a file name'],
  [`--match IMG --to x f/IMG_9.JPG`, 1, 'f/IMG_9.JPG: no such file'],
  [`--match '(' --to x f/*`, 2, 'Invalid regular expression'],
  [`--match IMG f/*`, 2, 'needs --match, --to and files'],
  [`--mach IMG`, 2, "Unknown option '--mach'"],
])('a mistake is a line that names it: %s', async (line, exitCode, message) => {
  expect(await rename(line)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
});
