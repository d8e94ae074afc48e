// What the user typed, checked against a command's table.
import { parseArgs } from 'node:util';

export class UsageError extends Error {}

const kinds = {
  flag: { type: 'boolean', read: (value) => value },
  text: { type: 'string', read: (value) => value },
  whole: { type: 'string', read: (value) => checked(value, (n) => Number.isInteger(n) && n >= 0, 'a whole number') },
  number: { type: 'string', read: (value) => checked(value, Number.isFinite, 'a number') },
};

function checked(value, fits, what) {
  const number = Number(value);
  if (value.trim() === '' || !fits(number)) throw new UsageError(`needs ${what}, not "${value}"`);
  return number;
}

/** Operands by position and options by name, each of the kind that the table says. */
export function parse(name, command, argv) {
  const table = Object.entries(command.options).map(([option, kind]) => [option, { type: kinds[kind].type }]);
  let parsed;
  try {
    parsed = parseArgs({ args: withNegativeNumbers(argv), options: Object.fromEntries(table), allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error.message.split('. ')[0]}; ${usageLine(name, command)}`);
  }
  const enough = parsed.positionals.length >= command.operands.length;
  const many = command.operands.at(-1).endsWith('…');
  if (!enough || (!many && parsed.positionals.length > command.operands.length)) {
    throw new UsageError(usageLine(name, command));
  }
  const options = {};
  for (const [option, value] of Object.entries(parsed.values)) {
    try {
      options[option] = kinds[command.options[option]].read(value);
    } catch (error) {
      throw new UsageError(`--${option} ${error.message}`);
    }
  }
  return { operands: parsed.positionals, options };
}

/** `--rotate -3` as `--rotate=-3`: to parseArgs the number would look like an option. */
function withNegativeNumbers(argv) {
  const joined = [];
  for (const argument of argv) {
    if (/^-\.?\d/.test(argument) && joined.at(-1)?.startsWith('--')) joined.push(`${joined.pop()}=${argument}`);
    else joined.push(argument);
  }
  return joined;
}

export function usageOf(name, command) {
  return `${usageLine(name, command)}\n${command.summary}.${command.notes ? `\n${command.notes}` : ''}`;
}

function usageLine(name, { operands, options }) {
  const shown = Object.entries(options).map(([option, kind]) =>
    kind === 'flag' ? `[--${option}]` : `[--${option} ${kind === 'text' ? 'TEXT' : 'N'}]`,
  );
  return ['usage: image.mjs', name, ...operands, ...shown].join(' ');
}
