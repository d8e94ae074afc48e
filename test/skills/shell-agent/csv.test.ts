import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;
const csv = (line: string) => shell.run(`node "$SKILL_DIR/scripts/csv.mjs" ${line}`);
const rows = async (line: string) => (await csv(line)).stdout.split('\n').map((row) => JSON.parse(row));
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

beforeAll(async () => {
  shell = await openSkillShell('shell-agent');
});
afterAll(() => shell[Symbol.asyncDispose]());

test('quotes, line ends in fields, CRLF and a byte order mark are understood', async () => {
  await writeFile(shell.path('a.csv'), '\uFEFFname,note\r\n"Roe, Jo","said ""hi""\nand left"\r\nKim\r\n');
  expect(await rows('a.csv')).toEqual([
    { name: 'Roe, Jo', note: 'said "hi"\nand left' },
    { name: 'Kim', note: '' },
  ]);
});

test('the separator can be another one', async () => {
  await writeFile(shell.path('b.csv'), 'a;b\n1,5;2\n');
  await writeFile(shell.path('c.tsv'), 'a\tb\n1,5\t2\n');
  expect(await rows("b.csv --separator ';'")).toEqual([{ a: '1,5', b: '2' }]);
  expect(await rows('c.tsv --separator tab')).toEqual([{ a: '1,5', b: '2' }]);
});

test('any field survives, in files of any length', async () => {
  const field = fc.string({
    unit: fc.constantFrom('a', ' ', '"', ',', '\n', 'ä', '€', '😀'),
    minLength: 1,
    maxLength: 8,
  });
  const fields = fc.array(field, { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fields, async (column) => {
      const long = Array.from({ length: 500 }, () => column).flat();
      await writeFile(shell.path('d.csv'), ['x,y', ...long.map((text) => `${quote(text)},1`)].join('\n'));
      await shell.run('node "$SKILL_DIR/scripts/csv.mjs" d.csv > d.jsonl');
      const read = await shell.run('wc -l < d.jsonl; sort -u d.jsonl | wc -l; head -n 20 d.jsonl');
      const [lines, different, ...first] = read.stdout.split('\n');
      expect(Number(lines)).toBe(long.length);
      expect(Number(different)).toBe(new Set(column).size);
      expect(first.slice(0, column.length).map((line) => JSON.parse(line).x)).toEqual(column);
    }),
    { numRuns: 5 },
  );
});

test.each([
  ['gone.csv', 1, 'csv: gone.csv: no such file'],
  ['', 2, 'csv: needs one FILE'],
  ['a.csv --sep x', 2, "csv: Unknown option '--sep'"],
])('a mistake is a line that names it: %s', async (line, exitCode, message) => {
  expect(await csv(line)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
});

test('a reader that has had enough is no error', async () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `${index},x`);
  await writeFile(shell.path('e.csv'), ['a,b', ...lines].join('\n'));
  const head = await shell.run('set -o pipefail; node "$SKILL_DIR/scripts/csv.mjs" e.csv | head -n 1');
  expect(head).toMatchObject({ exitCode: 0, stdout: '{"a":"0","b":"x"}', stderr: '' });
});
