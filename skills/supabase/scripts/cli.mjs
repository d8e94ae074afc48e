import { readFile } from 'node:fs/promises';

/** A problem that the caller can mend: told in one line, without a stack. */
export class Problem extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a script's main function: help, one-line errors, exit codes (1 the job failed, 2 wrong usage). */
export async function runScript(name, help, main) {
  // A reader such as `head` may close the pipe early; that is no error.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help);
    return;
  }
  try {
    await main(args);
  } catch (error) {
    const wrongUsage = String(error.code).startsWith('ERR_PARSE_ARGS');
    const line = error.message.split('\n')[0];
    console.error(`${name}: ${line}${wrongUsage ? ' See --help.' : ''}`);
    process.exitCode = wrongUsage ? 2 : (error.exitCode ?? 1);
  }
}

export function wrongUsage(message) {
  return new Problem(`${message} See --help.`, 2);
}

/** The bytes of a file that the caller named. */
export async function readInput(path) {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error.code === 'ENOENT') throw new Problem(`${path}: no such file. See what there is: ls -R inputs`);
    if (error.code === 'EISDIR') throw new Problem(`${path}: is a folder. Name the files in it.`);
    throw new Problem(`${path}: ${error.message}`);
  }
}
