import { Problem, readInput, wrongUsage } from './cli.mjs';

/** The JSON of a file that the caller named with an option. */
export async function readJson(path, option) {
  if (path === undefined) throw wrongUsage(`Give ${option} FILE, with JSON in it.`);
  try {
    return JSON.parse(Buffer.from(await readInput(path)).toString('utf8'));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`${path}: is not JSON: ${error.message}`);
  }
}

/** Rows to store: a list of objects, not empty. One object alone is a list of one. */
export async function readRows(path) {
  const rows = [await readJson(path, '--rows')].flat();
  if (rows.length === 0 || !rows.every(isObject)) throw new Problem(`${path}: is not a list of objects`);
  return rows;
}

export function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
