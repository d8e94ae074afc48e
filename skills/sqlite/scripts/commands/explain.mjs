import { openToRead, prepareOne } from '../database.mjs';

export const operands = [2];

/** The plan as a tree. SCAN reads a whole table, SEARCH uses an index. */
export async function run([path, sql]) {
  const database = openToRead(path);
  prepareOne(database, sql);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  const depths = new Map();
  for (const { id, parent, detail } of steps) {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    console.log(`${'  '.repeat(depth)}${detail}`);
  }
}
