#!/usr/bin/env node
import { createProgram } from './program.ts';
import { reportError } from './report-error.ts';

/** Nobody reads on (`skillrun list | head -1`): that is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const program = createProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error, program.opts<{ verbose?: boolean }>().verbose ?? false);
}
