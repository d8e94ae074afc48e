import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { constants } from 'node:os';
import { SkillrunError } from '../contract/errors.ts';

export type Exit = { exitCode: number } | { notRun: string; cause?: unknown };

export interface StartedProcess {
  child: ChildProcess;
  /** Does not wait for the process's streams, which others may hold open. */
  exit: Promise<Exit>;
}

/**
 * Starts a process. Its exit code after signal n is 128 + n, as shells report it. Not through execa, whose types have
 * no room for descriptors beyond 9 and whose start takes 2 ms more.
 */
export function startProcess(file: string, args: string[], options: SpawnOptions): StartedProcess {
  let child: ChildProcess;
  try {
    child = spawn(file, args, options);
  } catch (cause) {
    throw new SkillrunError('host_failed', `A process could not be started [program=${file}]`, { cause });
  }
  const exit = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ exitCode: code ?? 128 + constants.signals[signal ?? 'SIGKILL'] }));
    child.once('error', (cause) => resolve({ notRun: cause.message, cause }));
  });
  return { child, exit };
}
