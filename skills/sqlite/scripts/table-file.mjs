import { extname } from 'node:path';
import { Problem, readInput } from './cli.mjs';
import { readRows } from './csv.mjs';

/** The rows of a file as `{names, rows}`, all rows as long as the names. Empty cells of csv are null. */
export async function readTable(path) {
  const table = extname(path).toLowerCase() === '.json' ? await fromJson(path) : await fromCsv(path);
  const folded = table.names.map((name) => name.toLowerCase());
  const twice = table.names.find((name, index) => folded.indexOf(name.toLowerCase()) !== index);
  if (twice !== undefined) throw new Problem(`${path}: has two columns named ${JSON.stringify(twice)}`);
  if (table.names.includes('')) throw new Problem(`${path}: has a column without a name`);
  return table;
}

async function fromCsv(path) {
  const [names, ...rows] = await readRows(path);
  const odd = rows.findIndex((row) => row.length !== names.length);
  if (odd !== -1)
    throw new Problem(`${path}: row ${odd + 2} has ${rows[odd].length} cells, the first line ${names.length}`);
  return {
    names: names.map((name) => name.trim()),
    rows: rows.map((row) => row.map((text) => (text === '' ? null : text))),
  };
}

async function fromJson(path) {
  let objects;
  try {
    objects = JSON.parse(Buffer.from(await readInput(path)).toString('utf8'));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`${path}: ${error.message}`);
  }
  const isList =
    Array.isArray(objects) && objects.length > 0 && objects.every((one) => one !== null && typeof one === 'object');
  if (!isList) throw new Problem(`${path}: is not a list of objects`);
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  return { names, rows: objects.map((one) => names.map((name) => one[name] ?? null)) };
}

/**
 * The type of a column by its values: INTEGER or REAL if each is such a number, else TEXT. Codes with leading zeros and
 * numbers with more digits than SQLite's integers have stay text.
 */
export function columnType(values) {
  const filled = values.filter((value) => value !== null);
  const all = (test) => filled.length > 0 && filled.every(test);
  if (all((value) => typeof value === 'boolean' || isInteger(value))) return 'INTEGER';
  return all((value) => isInteger(value) || isDecimal(value)) ? 'REAL' : 'TEXT';
}

function isInteger(value) {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^(0|-?[1-9]\d{0,17})$/.test(value));
}

function isDecimal(value) {
  return typeof value === 'number' || (typeof value === 'string' && /^-?(0|[1-9]\d{0,14})\.\d+$/.test(value));
}
