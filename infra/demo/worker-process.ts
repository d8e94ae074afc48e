import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SkillrunError } from '../../src/contract/errors.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface WorkerProcess {
  pid: number;
  /** Sends a signal and waits for the end; SIGKILL leaves it no moment to clean up. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a worker as a process of its own and waits until it polls. */
export async function startWorkerProcess(environment: Record<string, string | undefined>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [MAIN, 'worker'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  await untilReady(child, exit);
  return {
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      await exit;
    },
  };
}

async function untilReady(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  const lines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      lines.push(line);
      if (line.includes('ready')) resolve();
    });
  });
  const died = exit.then(() => {
    throw new SkillrunError(
      'host_failed',
      `The worker ended before it was ready: ${lines.at(-1) ?? 'it said nothing'}`,
    );
  });
  await Promise.race([ready, died]);
}
