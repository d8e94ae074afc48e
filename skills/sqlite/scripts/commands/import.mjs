import { Problem, wrongUsage } from '../cli.mjs';
import { bindable, inTransaction, openToWrite, quoteName, sqlProblem } from '../database.mjs';
import { columnType, readTable } from '../table-file.mjs';

export const options = { replace: { type: 'boolean', default: false }, types: { type: 'string' } };
export const operands = [3];

export async function run([path, table, file], { replace, types }) {
  const { names, rows } = await readTable(file);
  const database = openToWrite(path);
  const columns = names.map((name, index) => ({ name, type: columnType(rows.map((row) => row[index])) }));
  sqlProblem(() =>
    inTransaction(database, () => {
      if (replace) database.exec(`DROP TABLE IF EXISTS ${quoteName(table)}`);
      const known = database
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(table)
        .map(({ name }) => name);
      if (known.length === 0) database.exec(`CREATE TABLE ${quoteName(table)} (${definition(columns, types)})`);
      else refuseUnknown(file, table, names, known);
      const insert = database.prepare(
        `INSERT INTO ${quoteName(table)} (${names.map(quoteName).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      );
      for (const [index, row] of rows.entries()) insertRow(insert, row, `${file}: row ${index + 1}`);
    }),
  );
  const { total } = database.prepare(`SELECT count(*) AS total FROM ${quoteName(table)}`).get();
  const created = database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table);
  const described = Object.fromEntries(created.map(({ name, type }) => [name, type]));
  console.log(JSON.stringify({ table, imported: rows.length, total, columns: described }));
}

/** Types that are given replace those that were found; the others stay. */
function definition(columns, types = '') {
  const given = new Map(
    types
      .split(/,(?![^(]*\))/)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, name, type] = /^\s*("[^"]+"|\S+)\s+(.+?)\s*$/.exec(part) ?? [];
        if (name === undefined) throw wrongUsage(`--types "${part.trim()}": write it like "id INTEGER PRIMARY KEY".`);
        return [name.replaceAll('"', ''), type];
      }),
  );
  const unknown = [...given.keys()].find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) throw wrongUsage(`--types: the file has no column ${unknown}.`);
  return columns.map(({ name, type }) => `${quoteName(name)} ${given.get(name) ?? type}`).join(', ');
}

function refuseUnknown(file, table, names, known) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Problem(`${file}: table ${table} has no column ${unknown.join(', ')}. It has: ${known.join(', ')}`);
  }
}

function insertRow(insert, row, place) {
  try {
    insert.run(...row.map(bindable));
  } catch (error) {
    throw new Problem(`${place}: ${error.message}. Nothing is imported`);
  }
}
