import { checkChanged, expectRows } from '../expected-rows.mjs';
import { filterOptions, requireFilters, withFilters } from '../filters.mjs';
import { change, openProject } from '../project.mjs';
import { printed } from '../rows.mjs';

export const options = { ...filterOptions, expect: { type: 'string' } };
export const operands = [1];

/** Prints the rows as they were: the last chance to keep them. */
export async function run([table], values) {
  requireFilters(values);
  const { client } = openProject();
  const expected = await expectRows(client, table, values);
  const { data } = await change(withFilters(client.from(table).delete(), values).select());
  console.log(printed(data, 'json'));
  checkChanged(table, data, expected);
}
