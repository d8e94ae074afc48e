import { writeFile } from 'node:fs/promises';
import { wrongUsage } from '../cli.mjs';
import { openToRead, parametersFrom, prepareOne, sqlFrom, sqlProblem } from '../database.mjs';
import { formats, plainValue } from '../rows.mjs';

export const options = {
  file: { type: 'string', short: 'f' },
  params: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  rows: { type: 'string', default: '200' },
  out: { type: 'string' },
};
export const operands = [1, 2];

export async function run([path, sql], { file, params, format, rows: shown, out }) {
  if (!Object.hasOwn(formats, format)) throw wrongUsage(`--format ${format}: ${Object.keys(formats).join(', ')}.`);
  const limit = Number(shown);
  if (!Number.isInteger(limit) || limit < 1) throw wrongUsage(`--rows ${shown}: a number of rows.`);
  const statement = prepareOne(openToRead(path), await sqlFrom(sql, file));
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const rows = sqlProblem(() => statement.all(...parametersFrom(params))).map((row) => row.map(plainValue));
  if (out !== undefined) {
    await writeFile(out, `${formats[format](names, rows)}\n`);
    console.log(`wrote ${out}: ${rows.length} rows`);
    return;
  }
  console.log(formats[format](names, rows.slice(0, limit)));
  if (rows.length > limit) console.error(`note: ${limit} of ${rows.length} rows are shown; --out FILE writes all`);
}
