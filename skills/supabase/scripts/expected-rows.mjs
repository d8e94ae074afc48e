import { Problem, wrongUsage } from './cli.mjs';
import { withFilters } from './filters.mjs';
import { read } from './project.mjs';

/** Counts the rows that match; a change goes on only if they are as many as the caller expects. Gives that number. */
export async function expectRows(client, table, values) {
  const expected = Number(values.expect);
  if (values.expect === undefined || !Number.isInteger(expected)) {
    throw wrongUsage('Give --expect N, the number of rows that are to change; select --count tells it.');
  }
  const { count } = await read(withFilters(client.from(table).select('*', { count: 'exact', head: true }), values));
  if (count !== expected) throw new Problem(`${table}: ${count} row(s) match, not ${expected}. Nothing is changed`);
  return expected;
}

/** A policy may let a key see rows and not change them; the server then leaves them out without an error. */
export function checkChanged(table, rows, expected) {
  if (rows.length === expected) return;
  throw new Problem(
    `${table}: ${expected} row(s) matched, but ${rows.length} were changed. ` +
      'The key may see the others and not change them (row level security), or somebody else changed them meanwhile',
  );
}
