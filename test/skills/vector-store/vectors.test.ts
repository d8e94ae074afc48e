import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

interface Hit {
  score: number;
  id: string;
  text: string;
}

let shell: SkillShell;
const vectors = (line: string) => shell.run(`node "$SKILL_DIR/scripts/vectors.mjs" ${line}`);
const hits = async (line: string) => JSON.parse((await vectors(`search s.db --json ${line}`)).stdout) as Hit[];
const idsOf = async (line: string) => (await hits(line)).map(({ id }) => id);
const addLines = async (items: object[], store = 's.db') => {
  await writeFile(shell.path('items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
  return await vectors(`add ${store} --jsonl items.jsonl`);
};

const animals = [
  { id: 'refund', text: 'A cancelled order is refunded within 14 days.', metadata: { lang: 'en', year: 2025 } },
  { id: 'shipping', text: 'Parcels are received after the third day.', metadata: { lang: 'en', year: 2026 } },
  { id: 'Rückgabe', text: 'Die Rückgabe ist kostenlos, auch für Geräte.', metadata: { lang: 'de', year: 2026 } },
  { id: '数据', text: '数据库保存所有的数据。', metadata: { lang: 'zh', year: 2026 } },
];

beforeAll(async () => {
  shell = await openSkillShell('vector-store');
});
afterAll(() => shell[Symbol.asyncDispose]());
beforeEach(async () => {
  await rm(shell.path('s.db'), { force: true });
  await addLines(animals);
});

test.each([
  ['the same word', 'order', 'refund'],
  ['an inflection', 'refunding', 'refund'],
  ['a misspelling', 'recieved', 'shipping'],
  ['a word without its accents', 'ruckgabe', 'Rückgabe'],
  ['a script without spaces', '数据库', '数据'],
])('%s finds its text first', async (_case, query, id) => {
  expect((await idsOf(query))[0]).toBe(id);
});

test('a word that is everywhere weighs less than a rare one', async () => {
  await addLines([1, 2, 3, 4].map((n) => ({ id: `common-${n}`, text: `the house of the ${n}` })));
  await addLines([{ id: 'rare', text: 'walrus, far from everywhere' }]);
  expect((await idsOf("'the walrus of the'"))[0]).toBe('rare');
});

test('a text is most like itself, with a cosine of 1, and no score leaves 0 to 1', async () => {
  for (const { id, text } of animals) {
    const found = await hits(`'${text}'`);
    expect(found[0]).toMatchObject({ id, score: expect.closeTo(1, 5) });
    for (const { score } of found) expect(score).toBeLessThanOrEqual(1.000001);
  }
});

test('a query that shares nothing with any text finds nothing and says so', async () => {
  expect(await vectors("search s.db '?!'")).toEqual({ exitCode: 0, stdout: '', stderr: 'note: nothing found' });
});

test('only documents with all of the metadata are found', async () => {
  expect(await idsOf("'order parcels Rückgabe' --where lang=en --where year=2026")).toEqual(['shipping']);
  expect(await idsOf("'order' --where constructor=x")).toEqual([]);
});

test('a document that is added again replaces the one before, and its old words are gone', async () => {
  const { stdout } = await addLines([{ id: 'refund', text: 'Nothing is paid back.' }]);
  expect(stdout).toContain('s.db has 4 documents');
  expect(await idsOf('nothing --top 1')).toEqual(['refund']);
  expect((await hits('cancelled')).find(({ text }) => text.includes('cancelled'))).toBeUndefined();
});

test('deleting takes all of the documents or none', async () => {
  const failed = await vectors('delete s.db refund gone');
  expect(failed).toMatchObject({ exitCode: 1, stderr: 'vectors: gone: no such document in s.db; nothing deleted' });
  expect((await vectors('list s.db')).stdout.split('\n')).toHaveLength(4);

  await vectors('delete s.db refund shipping');
  expect((await vectors('list s.db | cut -f1')).stdout).toBe('Rückgabe\n数据');
  expect(await idsOf('cancelled')).not.toContain('refund');
});

test('a long file is found by the lines of the place, also when its line ends are those of Windows', async () => {
  const filler = Array.from({ length: 60 }, (_, line) => `Line ${line} tells of ordinary things.`);
  await writeFile(shell.path('long.txt'), [...filler, '', 'The walrus sings.', ...filler].join('\r\n'));
  await vectors('add s.db ./long.txt --size 200 --meta from=file');

  const { stdout } = await vectors('search s.db walrus --top 1');
  const [, first, last] = /long\.txt:(\d+)-(\d+)/.exec(stdout)?.map(Number) ?? [];
  expect(first).toBeLessThanOrEqual(62);
  expect(last).toBeGreaterThanOrEqual(62);
  expect(stdout).toContain('walrus sings');
  expect((await vectors('list s.db')).stdout).toMatch(/^long\.txt\t\d+\t\d+\t\{"from":"file"\}$/m);
});

test('given vectors are searched by their direction, whatever their length', async () => {
  const items = [
    { id: 'east', text: 'e', vector: [5, 0] },
    { id: 'north', text: 'n', vector: [0, 0.1] },
    { id: 'west', text: 'w', vector: [-1e200, 0] },
  ];
  await addLines(items, 'given.db');
  const { stdout } = await vectors("search given.db --vector '[2, 1]' --json");
  expect(JSON.parse(stdout)).toMatchObject([
    { id: 'east', score: expect.closeTo(2 / Math.sqrt(5), 6) },
    { id: 'north', score: expect.closeTo(1 / Math.sqrt(5), 6) },
    { id: 'west', score: expect.closeTo(-2 / Math.sqrt(5), 6) },
  ]);
  expect(await vectors('search given.db north')).toMatchObject({
    exitCode: 1,
    stderr: 'vectors: given.db: given vectors of 2 numbers. Search it with --vector',
  });
  expect(await vectors("search given.db --vector '[1]'")).toMatchObject({ exitCode: 1 });
});

test.each([
  ['no JSON', '{"id":"a","text":"x"}\nnope', 'items.jsonl, line 2: is no JSON object such as'],
  ['no text', '{"id":"a"}', 'items.jsonl, line 1: has no text; leave it out'],
  ['an id that breaks the list', '{"id":"a\\tb","text":"x"}', '"id" has to be a text of one line'],
  ['metadata that is a list', '{"id":"a","text":"x","metadata":[1]}', '"metadata" has to be an object'],
  ['one vector of two', '{"id":"a","text":"x"}\n{"id":"b","text":"x","vector":[1]}', 'line 2: has a vector, others'],
  ['vectors in a store of words', '{"id":"a","text":"x","vector":[1]}', 's.db: vectors made from words, not given'],
  ['a vector of 0', '{"id":"a","text":"x","vector":[0,0]}', 'line 1: the vector is 0 and has no direction'],
  ['a vector of texts', '{"id":"a","text":"x","vector":["1"]}', 'a vector is a JSON array of numbers'],
  ['nothing', '\n', 'items.jsonl: has no documents'],
])('%s: the line names the place, and nothing is added', async (_case, lines, message) => {
  await writeFile(shell.path('items.jsonl'), lines);
  const failed = await vectors('add s.db --jsonl items.jsonl');
  expect(failed).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining(message) });
  expect(failed.stderr).not.toContain('\n');
  expect((await vectors('list s.db')).stdout.split('\n')).toHaveLength(4);
});

test.each([
  ['add s.db gone.txt', 1, 'gone.txt: no such file'],
  ['add s.db picture.bin', 1, 'picture.bin: is no text in UTF-8'],
  ['add other.db notes.txt', 1, 'other.db: is no store of this skill'],
  ['add nowhere/s.db notes.txt', 1, 'nowhere/s.db: unable to open database file'],
  ['search gone.db x', 1, 'gone.db: no such store'],
  ['search notes.txt x', 1, 'notes.txt: cannot be read: file is not a database'],
  ['search s.db two words', 2, 'put quotes around it'],
  ['search s.db', 2, 'needs a QUERY or a --vector'],
  ['search s.db x --top 0', 2, '--top 0: a whole number from 1 on'],
  ['search s.db x --where lang', 2, '--where is written KEY=VALUE'],
  ['add s.db notes.txt --size 100 --overlap 60', 2, '--overlap is at most half of --size'],
  ['drop s.db', 2, '"drop" is no action'],
  ['list', 2, 'list needs a STORE'],
])('a mistake is a line that names it: %s', async (line, exitCode, message) => {
  await writeFile(shell.path('notes.txt'), 'some notes');
  await writeFile(shell.path('picture.bin'), Buffer.from([0x89, 0x50, 0xff, 0]));
  await shell.run(
    `node -e "new (require('node:sqlite').DatabaseSync)('other.db').exec('CREATE TABLE IF NOT EXISTS t (x)')"`,
  );
  const failed = await vectors(line);
  expect(failed).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
  expect(failed.stderr).not.toContain('\n');
});
