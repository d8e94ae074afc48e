import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Problem, readInput, wrongUsage } from './cli.mjs';

/** An existing database, for reading only. */
export function openToRead(path) {
  if (!existsSync(path)) throw new Problem(`${path}: no such database. See what there is: ls -R .`);
  return open(path, { readOnly: true });
}

/** A database to change; made where there is none. Foreign keys are kept. */
export function openToWrite(path) {
  return open(path, { enableForeignKeyConstraints: true });
}

function open(path, options) {
  try {
    const database = new DatabaseSync(path, options);
    // Opening reads nothing: only a query shows whether the file is a database.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    throw new Problem(`${path}: ${error.message}`);
  }
}

/** Does some work in one transaction: all of it, or none. */
export function inTransaction(database, work) {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** A single statement, compiled. What stands after it would be left out silently, so it is an error. */
export function prepareOne(database, sql) {
  const statement = sqlProblem(() => database.prepare(sql));
  if (sql.slice(sql.indexOf(statement.sourceSQL) + statement.sourceSQL.length).replaceAll(/--.*|[\s;]/g, '') !== '') {
    throw wrongUsage('Give one statement here; several at once go to run.');
  }
  statement.setReadBigInts(true);
  return statement;
}

/** Runs something with SQL in it; what SQLite objects to becomes one line. */
export function sqlProblem(work) {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`SQL: ${error.message}`);
  }
}

/** The SQL of the command line: given as it is, or in a file. */
export async function sqlFrom(sql, file) {
  if ((sql === undefined) === (file === undefined)) throw wrongUsage('Give SQL, or -f FILE.');
  return sql ?? Buffer.from(await readInput(file)).toString('utf8');
}

/** The parameters of a statement: positional ones from a list, named ones from an object. */
export function parametersFrom(json) {
  if (json === undefined) return [];
  try {
    const value = JSON.parse(json);
    if (Array.isArray(value)) return value.map(bindable);
    return [Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bindable(one)]))];
  } catch (error) {
    throw wrongUsage(`--params: ${error.message}.`);
  }
}

/** SQLite has no booleans, lists or objects. */
export function bindable(value) {
  if (typeof value === 'boolean') return Number(value);
  if (value !== null && typeof value === 'object') return JSON.stringify(value);
  return Number.isInteger(value) && Number.isSafeInteger(value) ? BigInt(value) : (value ?? null);
}

/** A name as SQL takes it, whatever letters it has. */
export function quoteName(name) {
  return `"${name.replaceAll('"', '""')}"`;
}
