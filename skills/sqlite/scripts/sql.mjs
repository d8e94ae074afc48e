import { parseArgs } from 'node:util';
import { runScript, wrongUsage } from './cli.mjs';

const HELP = `Usage: sql.mjs COMMAND …

  schema DB [TABLE]             tables with columns, keys, indexes and row counts; with TABLE its SQL and first rows
  query DB SQL|-f FILE [--params JSON] [--format csv|markdown|json] [--rows N] [--out FILE]
                                one SELECT; the database cannot be changed by it. Prints at most N rows (default 200),
                                --out writes all
  run DB SQL|-f FILE [--params JSON]
                                statements that change the database, all or none of them; makes DB if there is none
  explain DB SQL                how a query would be run: which indexes, which full scans
  import DB TABLE FILE [--replace] [--types "name TYPE, …"]
                                rows of a .csv (first line: names) or .json (list of objects); makes TABLE if there is
                                none, adds to it otherwise; --replace drops it first. All rows or none
  check DB                      integrity and foreign keys; prints "ok" or what is wrong, and ends with 1 then
  copy DB NEW                   a compact copy of the whole database

PARAMS is a list for ?, or an object for :name. SQL that holds quotes is easier from a file.`;

const commands = {
  schema: () => import('./commands/schema.mjs'),
  query: () => import('./commands/query.mjs'),
  run: () => import('./commands/run.mjs'),
  explain: () => import('./commands/explain.mjs'),
  import: () => import('./commands/import.mjs'),
  check: () => import('./commands/check.mjs'),
  copy: () => import('./commands/copy.mjs'),
};

await runScript('sql', HELP, async ([name, ...args]) => {
  const load = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (load === undefined) throw wrongUsage(name === undefined ? 'Name a command.' : `Unknown command ${name}.`);
  const { options = {}, operands, run } = await load();
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [least, most = least] = operands;
  if (positionals.length < least || positionals.length > most) throw wrongUsage(`${name}: wrong number of arguments.`);
  await run(positionals, values);
});
