import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { vi } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface Ended {
  /** Undefined after a signal. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

/** A command that goes on. */
export interface Started {
  /** Waits until it has written this to stdout or stderr. */
  untilSaid(pattern: RegExp): Promise<void>;
  /** Ctrl-C. */
  interrupt(): void;
  ended: Promise<Ended>;
}

export interface CommandLine {
  run(...args: string[]): Promise<Ended>;
  start(...args: string[]): Started;
}

/** `skillrun` as a process of its own, with these variables and none of ours. */
export function commandLine(
  environment: Record<string, string>,
  options: { cwd?: string; input?: string } = {},
): CommandLine {
  const start = (...args: string[]): Started => {
    const process_ = execa(process.execPath, [MAIN, ...args], {
      ...options,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
      extendEnv: false,
      reject: false,
      all: true,
    });
    let said = '';
    process_.all.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return {
      untilSaid: (pattern) =>
        vi.waitFor(
          () => {
            if (!pattern.test(said)) throw new Error(`${pattern} was not said:\n${said}`);
          },
          { timeout: 50_000, interval: 20 },
        ),
      interrupt: () => process_.kill('SIGINT'),
      ended: process_.then(({ exitCode, stdout, stderr }) => ({ exitCode, stdout, stderr })),
    };
  };
  return { start, run: (...args) => start(...args).ended };
}
