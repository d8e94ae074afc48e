import { readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';
import { PRODUCTS_CSV, shopDatabase } from './sample-database.ts';

let shell: SkillShell;
const sql = (line: string) => shell.run(`node "$SKILL_DIR/scripts/sql.mjs" ${line}`);

/** What another reader of the database sees. */
function rowsOf(name: string, query: string): unknown[] {
  using database = new DatabaseSync(shell.path(name), { readOnly: true });
  return database
    .prepare(query)
    .all()
    .map((row) => ({ ...row }));
}

beforeAll(async () => {
  shell = await openSkillShell('sqlite');
});
beforeEach(async () => writeFile(shell.path('shop.db'), await shopDatabase()));
afterAll(() => shell[Symbol.asyncDispose]());

test('the schema tells columns, keys, references and numbers of rows', async () => {
  const { stdout } = await sql('schema shop.db');

  expect(stdout).toContain('table orders (5 rows)');
  expect(stdout).toContain('customer_id INTEGER not null → customers.id');
  expect((await sql('schema shop.db customers')).stdout).toContain("| 2 | O'Hara |");
});

test('a query takes parameters, and gives csv, markdown or JSON', async () => {
  const query = `'SELECT id, name FROM customers WHERE name = :name' --params '{"name":"Żaneta"}'`;

  expect((await sql(`query shop.db ${query}`)).stdout).toBe('id,name\n3,Żaneta');
  expect((await sql(`query shop.db ${query} --format markdown`)).stdout).toBe(
    '| id | name |\n| --- | --- |\n| 3 | Żaneta |',
  );
  expect(JSON.parse((await sql(`query shop.db ${query} --format json`)).stdout)).toEqual([{ id: 3, name: 'Żaneta' }]);
});

test('a query cannot change the database, nor hide a second statement', async () => {
  const before = await readFile(shell.path('shop.db'));

  expect(await sql(`query shop.db 'DELETE FROM orders'`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('readonly'),
  });
  expect(await sql(`query shop.db 'SELECT 1; DELETE FROM orders'`)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('one statement'),
  });
  expect(await sql(`query shop.db 'SELECT 1; -- that is all'`)).toMatchObject({ exitCode: 0 });
  expect((await readFile(shell.path('shop.db'))).equals(before)).toBe(true);
});

test('numbers keep all their digits, bytes are shown as hex', async () => {
  const { stdout } = await sql(
    `query shop.db "SELECT 9007199254740993 AS big, 1.5 AS real, x'00ff' AS bytes, NULL AS empty" --format json`,
  );

  expect(JSON.parse(stdout)).toEqual([{ big: '9007199254740993', real: 1.5, bytes: "x'00ff'", empty: null }]);
});

test('more rows than are shown are written with --out', async () => {
  const shown = await sql(`query shop.db 'SELECT id FROM orders' --rows 2`);
  await sql(`query shop.db 'SELECT id FROM orders' --rows 2 --out all.csv`);

  expect(shown).toMatchObject({ stdout: 'id\n1\n2', stderr: expect.stringContaining('2 of 5 rows') });
  expect(await readFile(shell.path('all.csv'), 'utf8')).toBe('id\n1\n2\n3\n4\n5\n');
});

test('statements change all or nothing', async () => {
  const failed = await sql(`run shop.db "UPDATE orders SET amount = 0; INSERT INTO nowhere VALUES (1)"`);
  expect(failed).toMatchObject({ exitCode: 1, stderr: 'sql: SQL: no such table: nowhere' });
  expect(rowsOf('shop.db', 'SELECT sum(amount) AS sum FROM orders')).toEqual([{ sum: 800.5 }]);

  const { stdout } = await sql(`run shop.db "UPDATE orders SET amount = 1; DELETE FROM orders WHERE id > 3"`);
  expect(JSON.parse(stdout)).toEqual({ database: 'shop.db', changedRows: 7 });
  expect(rowsOf('shop.db', 'SELECT sum(amount) AS sum FROM orders')).toEqual([{ sum: 3 }]);
});

test('a statement cannot end the transaction half-way', async () => {
  expect(await sql(`run shop.db "DELETE FROM orders; COMMIT; INSERT INTO nowhere VALUES (1)"`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('leave BEGIN, COMMIT and ROLLBACK out'),
  });
  expect(rowsOf('shop.db', 'SELECT count(*) AS count FROM orders')).toEqual([{ count: 5 }]);
});

test('a trigger, which has BEGIN and END of its own, can be made', async () => {
  const trigger = 'CREATE TRIGGER t AFTER DELETE ON orders\nBEGIN\n  DELETE FROM customers;\nEND;';
  await writeFile(shell.path('trigger.sql'), trigger);

  expect(await sql('run shop.db -f trigger.sql')).toMatchObject({ exitCode: 0 });
});

test('foreign keys are kept, and broken ones are found', async () => {
  expect(await sql(`run shop.db "DELETE FROM customers"`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('FOREIGN KEY'),
  });
  expect((await sql('check shop.db')).stdout).toBe('ok');

  using database = new DatabaseSync(shell.path('shop.db'), { enableForeignKeyConstraints: false });
  database.exec('DELETE FROM customers WHERE id = 3');
  expect(await sql('check shop.db')).toMatchObject({
    exitCode: 1,
    stdout: 'orders row 5: refers to a row of customers that there is not',
  });
});

test('csv is imported with fitting types, codes as text and empty cells as NULL', async () => {
  await writeFile(shell.path('products.csv'), PRODUCTS_CSV);

  const { stdout } = await sql(`import new.db products products.csv --types "code TEXT PRIMARY KEY"`);

  expect(JSON.parse(stdout)).toEqual({
    table: 'products',
    imported: 2,
    total: 2,
    columns: { code: 'TEXT', name: 'TEXT', price: 'REAL' },
  });
  expect(rowsOf('new.db', 'SELECT * FROM products')).toEqual([
    { code: '007', name: 'Cable, red', price: 1.5 },
    { code: '010', name: 'Plug', price: null },
  ]);
});

test('JSON is imported with the columns of all its objects, and nothing when one row does not fit', async () => {
  await writeFile(shell.path('things.json'), '[{"id":1,"tags":["a"]},{"id":2,"ok":true},{"id":1}]');

  const failed = await sql(`import things.db things things.json --types "id INTEGER PRIMARY KEY"`);
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('row 3: UNIQUE constraint failed') });

  await writeFile(shell.path('things.json'), '[{"id":1,"tags":["a"]},{"id":2,"ok":true}]');
  await sql(`import things.db things things.json --types "id INTEGER PRIMARY KEY"`);
  expect(rowsOf('things.db', 'SELECT * FROM things')).toEqual([
    { id: 1, tags: '["a"]', ok: null },
    { id: 2, tags: null, ok: 1 },
  ]);
});

test('names are taken as they are, whatever letters they have', async () => {
  await writeFile(shell.path('odd.csv'), 'a "b";x--y\n1;2\n');

  await sql(`import odd.db 'my "table"' odd.csv`);

  expect(rowsOf('odd.db', 'SELECT * FROM "my ""table"""')).toEqual([{ 'a "b"': 1, 'x--y': 2 }]);
  expect((await sql('schema odd.db')).stdout).toContain('my "table" (1 rows)');
});

test('a plan shows which table is read as a whole', async () => {
  const query = `"SELECT * FROM orders AS o JOIN customers AS c ON c.id = o.customer_id"`;

  expect((await sql(`explain shop.db ${query}`)).stdout).toMatch(/^SCAN o\nSEARCH c USING INTEGER PRIMARY KEY/);
});

test.each([
  ['a missing database', `query gone.db 'SELECT 1'`, 1, 'gone.db: no such database'],
  ['a file that is no database', `query note.txt 'SELECT 1'`, 1, 'note.txt: file is not a database'],
  ['wrong SQL', `query shop.db 'SELEC 1'`, 1, 'near "SELEC": syntax error'],
  ['an unknown table', 'schema shop.db nope', 1, 'There are: customers, orders'],
  ['a short row', 'import new.db t short.csv', 1, 'row 3 has 1 cells, the first line 2'],
  ['a copy over a file', 'copy shop.db note.txt', 1, 'note.txt: is there already'],
  ['parameters that are no JSON', `query shop.db 'SELECT ?' --params x`, 2, '--params'],
])('%s ends with one line that says what to do', async (_case, line, exitCode, message) => {
  await writeFile(shell.path('note.txt'), 'hello, this is no database');
  await writeFile(shell.path('short.csv'), 'a,b\n1,2\n3\n');

  const result = await sql(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});
