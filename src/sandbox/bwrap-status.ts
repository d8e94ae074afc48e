import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Exit } from './start-process.ts';

/** What bwrap says on its `--json-status-fd`: the host's id of PID 1 when it has made it, and its exit code at the end. */
export class BwrapStatus {
  readonly #closed: Promise<unknown>;
  #pid1: number | undefined;
  #exitCode: number | undefined;
  #killed = false;

  constructor(stream: Readable) {
    const lines = createInterface({ input: stream });
    this.#closed = once(lines, 'close');
    lines.on('line', (line) => this.#read(line));
  }

  /** Kills PID 1 and with it, by the kernel, the whole namespace; as soon as there is one. */
  kill(): void {
    this.#killed = true;
    if (this.#pid1 === undefined || this.#exitCode !== undefined) return;
    try {
      process.kill(this.#pid1, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  /** The command's exit, given bwrap's own: without a report from bwrap the command never ran. */
  async reported(exit: Exit): Promise<Exit> {
    if ('notRun' in exit) return exit;
    await this.#closed;
    return this.#exitCode === undefined
      ? { notRun: `bwrap ended with exit code ${exit.exitCode}` }
      : { exitCode: this.#exitCode };
  }

  #read(line: string): void {
    const status = JSON.parse(line) as { 'child-pid'?: number; 'exit-code'?: number };
    this.#pid1 ??= status['child-pid'];
    this.#exitCode ??= status['exit-code'];
    if (this.#killed) this.kill();
  }
}
