import { parseArgs } from 'node:util';
import { runScript, wrongUsage } from './cli.mjs';

const HELP = `Usage: supabase.mjs COMMAND …      the project comes from SUPABASE_URL, the key from SUPABASE_KEY

  tables [TABLE]                 tables and functions that the key may see; with TABLE its columns
  select TABLE [--columns LIST] [FILTERS] [--order "name.asc"]… [--limit N] [--offset N] [--count]
               [--all] [--format json|csv] [--out FILE]
                                 rows; at most 100 unless --limit; --all reads page by page; --count only counts
  insert TABLE --rows FILE       add rows (a list of objects as JSON); prints what is stored then
  upsert TABLE --rows FILE --on-conflict KEY     add or change rows by a unique key; may be repeated safely
  update TABLE --set FILE FILTERS --expect N     change the rows that match, if they are exactly N
  delete TABLE FILTERS --expect N                remove the rows that match, if they are exactly N
  rpc FUNCTION [--args FILE]     call a function of the database
  files BUCKET [FOLDER]          list files
  upload BUCKET PATH FILE [--type MEDIA/TYPE] [--overwrite]
  download BUCKET PATH FILE
  remove BUCKET PATH…

FILTERS: --filter "column=op.value", as often as needed (all must hold), --or "a.eq.1,b.is.null"
  op: eq neq gt gte lt lte like ilike is in cs cd ov fts plfts phfts wfts match imatch, each also with not. before it
  --filter "age=gte.18" --filter "name=ilike.*ann*" --filter "id=in.(1,2,3)" --filter "left=is.null"

Ends with 0 done, 1 not done, 2 wrong usage, 3 it is not known whether it was done.`;

const commands = {
  tables: () => import('./commands/tables.mjs'),
  select: () => import('./commands/select.mjs'),
  insert: () => import('./commands/insert.mjs'),
  upsert: () => import('./commands/upsert.mjs'),
  update: () => import('./commands/update.mjs'),
  delete: () => import('./commands/delete.mjs'),
  rpc: () => import('./commands/rpc.mjs'),
  files: () => import('./commands/files.mjs'),
  upload: () => import('./commands/upload.mjs'),
  download: () => import('./commands/download.mjs'),
  remove: () => import('./commands/remove.mjs'),
};

await runScript('supabase', HELP, async ([name, ...args]) => {
  const load = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (load === undefined) throw wrongUsage(name === undefined ? 'Name a command.' : `Unknown command ${name}.`);
  const { options = {}, operands, run } = await load();
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [least, most = least] = operands;
  if (positionals.length < least || positionals.length > most) throw wrongUsage(`${name}: wrong number of arguments.`);
  await run(positionals, values);
});
