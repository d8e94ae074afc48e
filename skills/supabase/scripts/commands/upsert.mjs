import { wrongUsage } from '../cli.mjs';
import { readRows } from '../json-file.mjs';
import { change, openProject } from '../project.mjs';
import { printed } from '../rows.mjs';

export const options = { rows: { type: 'string' }, 'on-conflict': { type: 'string' } };
export const operands = [1];

export async function run([table], { rows: path, 'on-conflict': onConflict }) {
  if (onConflict === undefined) throw wrongUsage('upsert: give --on-conflict with the unique column(s).');
  const rows = await readRows(path);
  const { client } = openProject();
  const { data } = await change(client.from(table).upsert(rows, { onConflict }).select());
  console.log(printed(data, 'json'));
}
