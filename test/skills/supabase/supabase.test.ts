import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';
import { PEOPLE, startProject, type ProjectServer } from './project-server.ts';

let project: ProjectServer;
let shell: SkillShell;
const supabase = (line: string) => shell.run(`node "$SKILL_DIR/scripts/supabase.mjs" ${line}`);
const people = () => project.database.prepare('SELECT * FROM people ORDER BY id').all();
const saveJson = (name: string, value: unknown) => writeFile(shell.path(name), JSON.stringify(value));

beforeEach(async () => {
  project = await startProject(PEOPLE);
  shell = await openSkillShell('supabase', { SUPABASE_URL: project.url, SUPABASE_KEY: project.key });
});
afterEach(async () => {
  await shell[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

test('tables, their columns and functions are told', async () => {
  expect((await supabase('tables')).stdout).toBe('people: id, name, age, email\nfunction count_people(min)');
  expect((await supabase('tables people')).stdout).toContain('name text, required');
});

test('rows are read with filters, alternatives, columns and order', async () => {
  const ann = await supabase(
    `select people --columns id,name --filter 'name=ilike.*ann*' --filter 'age=not.lt.18' --order age.desc`,
  );
  const rest = await supabase(`select people --or 'age.lt.18,email.is.null' --format csv`);

  expect(JSON.parse(ann.stdout)).toEqual([
    { id: 3, name: 'Joanna' },
    { id: 1, name: 'Ann' },
  ]);
  expect(rest.stdout).toBe('id,name,age,email\n2,Bob,17,bob@example.org\n3,Joanna,41,');
  expect(project.requests[0]).toContain('name=ilike.*ann*&age=not.lt.18');
});

test('all rows are read page by page, in a fixed order', async () => {
  const insert = project.database.prepare('INSERT INTO people (id, name) VALUES (?, ?)');
  for (let id = 4; id <= 2105; id += 1) insert.run(id, `Person ${id}`);

  expect((await supabase('select people --all --order id --out all.json')).stdout).toBe('wrote all.json: 2105 rows');
  expect(await supabase('select people --all')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('needs an --order'),
  });
});

test('an upsert may be repeated, an insert may not', async () => {
  await saveJson('rows.json', [{ id: 4, name: "O'Hara", age: 50 }]);

  await supabase('upsert people --rows rows.json --on-conflict id');
  await supabase('upsert people --rows rows.json --on-conflict id');
  expect(people()).toHaveLength(4);

  expect(await supabase('insert people --rows rows.json')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('[23505]'),
  });
});

test('a change of other than the expected number of rows does not happen', async () => {
  await saveJson('set.json', { age: 18 });

  expect(await supabase(`update people --set set.json --filter 'age=lt.35' --expect 1`)).toMatchObject({
    exitCode: 1,
    stderr: 'supabase: people: 2 row(s) match, not 1. Nothing is changed',
  });
  expect(people().map(({ age }) => age)).toEqual([30, 17, 41]);

  await supabase(`update people --set set.json --filter 'age=lt.18' --expect 1`);
  expect(people().map(({ age }) => age)).toEqual([30, 18, 41]);
});

test.each([
  ['update', 'update people --set set.json'],
  ['delete', 'delete people'],
])('rows that the key sees and may not change make an %s fail', async (action, command) => {
  await saveJson('set.json', { age: 18 });
  // As row level security does: the row is left out, without an error.
  project.database.exec(
    `CREATE TRIGGER policy BEFORE ${action} ON people WHEN OLD.id = 3 BEGIN SELECT RAISE(IGNORE); END`,
  );

  const ran = await supabase(`${command} --filter 'id=in.(2,3)' --expect 2`);

  expect(ran).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('people: 2 row(s) matched, but 1 were changed. The key may see the others'),
  });
  expect(JSON.parse(ran.stdout)).toMatchObject([{ id: 2 }]);
});

test('deleting needs a filter, and gives the rows as they were', async () => {
  expect(await supabase('delete people --expect 3')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('at least one --filter'),
  });
  expect(people()).toHaveLength(3);

  const { stdout } = await supabase(`delete people --filter 'id=in.(2)' --expect 1`);
  expect(JSON.parse(stdout)).toEqual([{ id: 2, name: 'Bob', age: 17, email: 'bob@example.org' }]);
  expect(people()).toHaveLength(2);
});

test('when the answer to a change is lost, its outcome is unknown and it is not repeated', async () => {
  await saveJson('rows.json', [{ name: 'Cid' }]);
  project.loseNextAnswer();

  const { exitCode, stderr } = await supabase('insert people --rows rows.json');

  expect(exitCode).toBe(3);
  expect(stderr).toContain('it is not known whether this was done');
  expect(stderr).not.toContain('\n');
  expect(people()).toHaveLength(4);
  expect(project.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

test('a function is called with its arguments', async () => {
  await saveJson('args.json', { min: 31 });

  expect((await supabase('rpc count_people --args args.json')).stdout).toBe('1');
});

test('files go up and come down unchanged, are not overwritten unasked, and are removed', async () => {
  await writeFile(shell.path('dot.gif'), Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));

  expect(JSON.parse((await supabase('upload docs a/dot.gif dot.gif')).stdout)).toMatchObject({
    contentType: 'image/gif',
  });
  expect(await supabase('upload docs a/dot.gif dot.gif')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('already exists'),
  });
  expect(await supabase('upload docs a/dot.gif dot.gif --overwrite')).toMatchObject({ exitCode: 0 });
  expect((await supabase('files docs a')).stdout).toBe('dot.gif\t29 bytes\timage/gif');
  await supabase('download docs a/dot.gif copy.gif');
  expect(await shell.run('cmp dot.gif copy.gif')).toMatchObject({ exitCode: 0 });
  expect(await supabase('remove docs a/dot.gif a/none.gif')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('not removed: a/none.gif'),
  });
  expect(project.files.size).toBe(0);
});

test.each([
  ['an unknown table', 'select nope', 1, '[PGRST205]. See what there is: supabase.mjs tables'],
  ['an unknown column', `select people --filter 'agee=eq.1'`, 1, 'supabase.mjs tables TABLE'],
  ['a malformed filter', `select people --filter 'age>18'`, 2, 'write it like "age=gte.18"'],
  ['rows that are none', 'insert people --rows text.json', 1, 'text.json: is not a list of objects'],
  ['a missing file', 'download docs nope.pdf x.pdf', 1, 'Object not found'],
  ['an update without a number', `update people --set text.json --filter id=eq.1`, 1, 'is not an object with columns'],
])('%s ends with one line that says what to do', async (_case, line, exitCode, message) => {
  await saveJson('text.json', 'hello');

  const result = await supabase(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});

async function insertWith(variables: Record<string, string>) {
  await using other = await openSkillShell('supabase', variables);
  await writeFile(other.path('rows.json'), '[{"name":"x"}]');
  return await other.run('node "$SKILL_DIR/scripts/supabase.mjs" insert people --rows rows.json');
}

test('a wrong key, a missing key and a project that is not there are told apart', async () => {
  const wrong = await insertWith({ SUPABASE_URL: project.url, SUPABASE_KEY: 'wrong' });
  const missing = await insertWith({ SUPABASE_URL: project.url });
  const gone = await insertWith({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_KEY: 'x' });

  expect(wrong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Invalid API key [PGRST301]') });
  expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SUPABASE_KEY is not set') });
  expect(gone).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Is SUPABASE_URL right') });
});
