import { parseArgs } from 'node:util';
import { runScript, wrongUsage } from './cli.mjs';

const HELP = `Usage: sheet.mjs COMMAND …

  overview FILE                  sheets, sizes, first rows, formulas, errors
  read FILE [--sheet NAME] [--range A1:D20] [--format csv|json|markdown] [--formulas]
                                 cells of one sheet (default: the first one, as csv); --formulas shows =FORMULA
  check FILE                     error values, outdated or missing results, numbers stored as text, damage;
                                 prints "ok" or one finding per line, and ends with 1 when there are any
  edit IN.xlsx OUT.xlsx --edits FILE | --set 'Sheet!B2=5'…
                                 set cells and recalculate; all else stays as it is, charts and styles too
                                 FILE is [{"sheet", "cell", "value"}]; a value is a number, a text, true, null (empty),
                                 {"formula": "SUM(B2:B4)"} or {"date": "2026-01-31"}
  calculate IN.xlsx OUT.xlsx     recalculate all formulas and store the results
  from-csv IN.csv OUT.xlsx [--sheet NAME] [--delimiter ;] [--decimal ,]
                                 a column becomes numbers, dates or booleans only if all of its cells are;
                                 codes like 007 and long digits stay text
  to-csv FILE OUT.csv [--sheet NAME]

FILE may be xlsx or csv. A sheet is named by its name. No command changes its input; OUT is replaced.`;

const commands = {
  overview: () => import('./commands/overview.mjs'),
  read: () => import('./commands/read.mjs'),
  check: () => import('./commands/check.mjs'),
  edit: () => import('./commands/edit.mjs'),
  calculate: () => import('./commands/calculate.mjs'),
  'from-csv': () => import('./commands/from-csv.mjs'),
  'to-csv': () => import('./commands/to-csv.mjs'),
};

await runScript('sheet', HELP, async ([name, ...args]) => {
  const load = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (load === undefined) throw wrongUsage(name === undefined ? 'Name a command.' : `Unknown command ${name}.`);
  const { options = {}, operands, run } = await load();
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (positionals.length !== operands) throw wrongUsage(`${name}: takes ${operands} file(s).`);
  await run(positionals, values);
});
