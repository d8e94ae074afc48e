import { existsSync } from 'node:fs';
import { Problem } from '../cli.mjs';
import { openToRead, sqlProblem } from '../database.mjs';

export const operands = [2];

export async function run([path, copy]) {
  if (existsSync(copy)) throw new Problem(`${copy}: is there already; name a new file`);
  const database = openToRead(path);
  sqlProblem(() => database.prepare('VACUUM INTO ?').run(copy));
  console.log(`wrote ${copy}`);
}
