import { readRows } from '../json-file.mjs';
import { change, openProject } from '../project.mjs';
import { printed } from '../rows.mjs';

export const options = { rows: { type: 'string' } };
export const operands = [1];

export async function run([table], { rows: path }) {
  const rows = await readRows(path);
  const { client } = openProject();
  const { data } = await change(client.from(table).insert(rows).select());
  console.log(printed(data, 'json'));
}
