import { Problem } from '../cli.mjs';
import { openToRead, quoteName } from '../database.mjs';
import { formats, plainValue } from '../rows.mjs';

export const operands = [1, 2];

const SHOWN_ROWS = 5;

export async function run([path, table]) {
  const database = openToRead(path);
  const tables = database
    .prepare(
      `SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .all();
  if (table === undefined) {
    for (const { name, type } of tables) console.log(describe(database, name, type));
    if (tables.length === 0) console.log('(no tables)');
    return;
  }
  const found = tables.find(({ name }) => name === table);
  if (found === undefined) {
    throw new Problem(
      `${path}: has no table ${JSON.stringify(table)}. There are: ${tables.map(({ name }) => name).join(', ')}`,
    );
  }
  const parts = database
    .prepare('SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND name <> ? AND sql IS NOT NULL')
    .all(table, table);
  console.log([found, ...parts].map(({ sql }) => `${sql};`).join('\n'));
  const sample = database.prepare(`SELECT * FROM ${quoteName(table)} LIMIT ${SHOWN_ROWS}`);
  sample.setReadBigInts(true);
  sample.setReturnArrays(true);
  const names = sample.columns().map(({ name }) => name);
  console.log(
    `\n${formats.markdown(
      names,
      sample.all().map((row) => row.map(plainValue)),
    )}`,
  );
}

function describe(database, name, type) {
  const columns = database.prepare('SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1').all(name);
  const keys = database.prepare('SELECT * FROM pragma_foreign_key_list(?)').all(name);
  const described = columns.map((column) => {
    const key = keys.find(({ from }) => from === column.name);
    const marks = [
      column.type,
      column.pk > 0 && 'key',
      column.notnull === 1 && 'not null',
      key && `→ ${key.table}.${key.to ?? 'key'}`,
    ];
    return `${column.name} ${marks.filter(Boolean).join(' ')}`.trim();
  });
  const { rows } = database.prepare(`SELECT count(*) AS rows FROM ${quoteName(name)}`).get();
  const indexes = database.prepare(`SELECT name FROM pragma_index_list(?) WHERE origin = 'c'`).all(name);
  const indexed = indexes.length === 0 ? '' : `\n  indexes: ${indexes.map((index) => index.name).join(', ')}`;
  return `${type} ${name} (${rows} rows)\n  ${described.join('\n  ')}${indexed}`;
}
