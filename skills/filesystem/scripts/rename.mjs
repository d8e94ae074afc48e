// Renames many files by a pattern: shows the plan, and carries it out whole or not at all.
import { randomUUID } from 'node:crypto';
import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `usage: node rename.mjs --match REGEX --to TEMPLATE [--apply] FILE…
Gives each FILE whose name matches a new name in the same folder. In TEMPLATE $1, $2, $<name> are the groups of REGEX,
$& is the match, {n} counts from 1 and {nnn} counts with leading zeros; the rest of the name stays.
Without --apply it only prints the plan, a line "old -> new" for each. Two files for one name, or a name that is taken,
stop it before anything is renamed. Files that swap names are fine.
Exit codes: 0 done, 1 it failed and nothing was renamed, 2 wrong usage.`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`rename: ${error.message}`);
  process.exitCode = error instanceof SyntaxError || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const options = {
    match: { type: 'string' },
    to: { type: 'string' },
    apply: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const { values, positionals: files } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  if (values.match === undefined || values.to === undefined || files.length === 0) {
    console.error(`rename: needs --match, --to and files; ${usage.split('\n', 1)[0]}`);
    process.exitCode = 2;
    return;
  }
  const moves = plan(files, new RegExp(values.match, 'u'), values.to);
  await check(moves);
  if (values.apply) await carryOut(moves);
  for (const { from, to } of moves) console.log(`${from} -> ${to}`);
  const done = values.apply ? 'renamed' : 'to rename; add --apply to do it';
  console.error(`rename: ${moves.length} of ${files.length} files ${done}`);
}

function plan(files, pattern, template) {
  const moves = [];
  for (const from of files) {
    const name = basename(from);
    if (!pattern.test(name)) continue;
    const counted = template.replace(/\{(n+)\}/g, (_, digits) => String(moves.length + 1).padStart(digits.length, '0'));
    const newName = name.replace(pattern, counted);
    if (newName === name) continue;
    if (newName === '' || newName === '.' || newName === '..' || /[/\0]/.test(newName)) {
      throw new Error(`${from}: "${newName}" is not a file name`);
    }
    moves.push({ from, to: join(dirname(from), newName) });
  }
  return moves;
}

async function check(moves) {
  const leaving = new Set(moves.map(({ from }) => join(from)));
  const coming = new Map();
  for (const { from, to } of moves) {
    if (!(await exists(from))) throw new Error(`${from}: no such file`);
    if (coming.has(to)) throw new Error(`${to}: would be the name of both ${coming.get(to)} and ${from}`);
    if (!leaving.has(to) && (await exists(to))) throw new Error(`${to}: is there already, for ${from}`);
    coming.set(to, from);
  }
}

async function exists(path) {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Through names of their own, so that a swap or a chain of names needs no order. */
async function carryOut(moves) {
  const staged = moves.map((move) => ({ ...move, by: join(dirname(move.from), `.rename-${randomUUID()}`) }));
  for (const { from, by } of staged) await rename(from, by);
  for (const { by, to } of staged) await rename(by, to);
}
