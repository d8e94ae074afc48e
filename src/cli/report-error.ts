import { CommanderError } from 'commander';
import { describeError, isSkillrunError } from '../contract/errors.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { oneLine } from './plain-text.ts';
import { tell } from './streams.ts';

/** Writes one line: what is wrong, which one, and the way out. With `verbose` also what lies beneath. */
export function reportError(error: unknown, verbose: boolean): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.completed : EXIT.usage;
  tell(`error: ${oneLine(describe(error))}`);
  if (verbose) for (const line of trail(error)) tell(line);
  return isSkillrunError(error) && error.code === 'invalid_input' ? EXIT.usage : EXIT.failed;
}

function describe(error: unknown): string {
  if (isSkillrunError(error)) return describeError(error);
  const message = error instanceof Error ? error.message : String(error);
  return `${message}. This is a fault of skillrun itself: --verbose shows where it happened`;
}

/** The stacks of an error and its causes. Stacks alone: other properties of vendors' errors may hold secrets. */
function trail(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [`[${error.name}] ${error.stack ?? error.message}`, ...trail(error.cause)];
}
