import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command line from source. */
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface WorkerProcess {
  pid: number;
  /** Sends a signal; SIGKILL leaves it no moment to clean up. */
  kill(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Resolves with the exit code, or null after a signal. */
  ended: Promise<number | null>;
}

/** Starts a worker as a process of its own and waits until it polls. `main` is the command line's file. */
export async function startWorkerProcess(
  environment: Record<string, string | undefined>,
  main = MAIN,
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [main, 'worker'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  await ready(child, ended);
  return {
    pid: child.pid as number,
    kill: (signal) => child.kill(signal),
    async end(signal) {
      child.kill(signal);
      await ended;
    },
    ended,
  };
}

async function ready(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const lines: string[] = [];
  const polls = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      lines.push(line);
      if (/\bready\b/i.test(line)) resolve();
    });
  });
  const died = ended.then(() => {
    throw new Error(`the worker ended before it was ready:\n${lines.join('\n')}`);
  });
  await Promise.race([polls, died]);
}
