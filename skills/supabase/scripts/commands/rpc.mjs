import { readJson } from '../json-file.mjs';
import { change, openProject } from '../project.mjs';

export const options = { args: { type: 'string' } };
export const operands = [1];

export async function run([name], { args }) {
  const values = args === undefined ? {} : await readJson(args, '--args');
  const { client } = openProject();
  const { data } = await change(client.rpc(name, values));
  console.log(JSON.stringify(data, null, 1));
}
