import { Problem } from '../cli.mjs';
import { checkChanged, expectRows } from '../expected-rows.mjs';
import { filterOptions, requireFilters, withFilters } from '../filters.mjs';
import { isObject, readJson } from '../json-file.mjs';
import { change, openProject } from '../project.mjs';
import { printed } from '../rows.mjs';

export const options = { ...filterOptions, set: { type: 'string' }, expect: { type: 'string' } };
export const operands = [1];

export async function run([table], values) {
  requireFilters(values);
  const set = await readJson(values.set, '--set');
  if (!isObject(set) || Object.keys(set).length === 0)
    throw new Problem(`${values.set}: is not an object with columns`);
  const { client } = openProject();
  const expected = await expectRows(client, table, values);
  const { data } = await change(withFilters(client.from(table).update(set), values).select());
  console.log(printed(data, 'json'));
  checkChanged(table, data, expected);
}
