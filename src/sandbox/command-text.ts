import type { SandboxResult } from './port.ts';

/** The kernel's limit for one argument (MAX_ARG_STRLEN), with its closing NUL. */
const MAX_COMMAND_BYTES = 128 * 1024 - 1;

/** Exit code of a command that was found but cannot be run, as of shells. */
const CANNOT_RUN_EXIT_CODE = 126;

/** What the model gets for a text that cannot be handed to bash; undefined when it can be. */
export function refuseCommand(command: string): SandboxResult | undefined {
  if (command.includes('\0')) return refusal('The command holds a NUL character; nothing was run.');
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    return refusal('The command is longer than 128 KiB; nothing was run. Write a long file in several commands.');
  }
  return undefined;
}

function refusal(reason: string): SandboxResult {
  return {
    stdout: { shown: '', bytes: 0, truncated: false },
    stderr: { shown: reason, bytes: Buffer.byteLength(reason), truncated: false },
    exitCode: CANNOT_RUN_EXIT_CODE,
    timedOut: false,
    durationMs: 0,
  };
}
