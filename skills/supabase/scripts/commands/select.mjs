import { writeFile } from 'node:fs/promises';
import { wrongUsage } from '../cli.mjs';
import { filterOptions, withFilters } from '../filters.mjs';
import { openProject, read } from '../project.mjs';
import { printed } from '../rows.mjs';

export const options = {
  ...filterOptions,
  columns: { type: 'string', default: '*' },
  order: { type: 'string', multiple: true, default: [] },
  limit: { type: 'string', default: '100' },
  offset: { type: 'string', default: '0' },
  count: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  format: { type: 'string', default: 'json' },
  out: { type: 'string' },
};
export const operands = [1];

/** Projects answer at most 1,000 rows at once unless they are set up otherwise. */
const PAGE = 1000;

export async function run([table], values) {
  const { client } = openProject();
  if (values.count) {
    const { count } = await read(withFilters(client.from(table).select('*', { count: 'exact', head: true }), values));
    console.log(JSON.stringify({ count }));
    return;
  }
  const page = (offset, limit) => rowsOf(client, table, values, offset, limit);
  const offset = wholeNumber('--offset', values.offset);
  const limit = wholeNumber('--limit', values.limit, 1);
  if (values.all && values.order.length === 0)
    throw wrongUsage('--all needs an --order by a unique column, or rows get lost between pages.');
  const rows = values.all ? await allRows(page, offset) : await page(offset, limit);
  const text = printed(rows, values.format);
  if (values.out === undefined) console.log(text);
  else {
    await writeFile(values.out, `${text}\n`);
    console.log(`wrote ${values.out}: ${rows.length} rows`);
  }
  if (!values.all && rows.length === limit)
    console.error(`note: there may be more than ${limit} rows; --count tells, --all reads them`);
}

async function rowsOf(client, table, values, offset, limit) {
  const ordered = values.order.reduce(
    (query, order) => {
      const [column, direction = 'asc'] = order.split('.');
      if (!['asc', 'desc'].includes(direction))
        throw wrongUsage(`--order "${order}": write it like name.asc or name.desc.`);
      return query.order(column, { ascending: direction === 'asc' });
    },
    withFilters(client.from(table).select(values.columns), values),
  );
  const { data } = await read(ordered.range(offset, offset + limit - 1));
  return data;
}

async function allRows(page, offset) {
  const rows = [];
  for (;;) {
    const more = await page(offset + rows.length, PAGE);
    rows.push(...more);
    if (more.length === 0) return rows;
  }
}

function wholeNumber(option, text, least = 0) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) throw wrongUsage(`${option} ${text}: is no number of rows.`);
  return value;
}
