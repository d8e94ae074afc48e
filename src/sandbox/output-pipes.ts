import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** Named pipes made in one go: the program that makes them costs more than using one. */
const BATCH = 16;

/** How long a process that got away may hold a pipe open after its command's end, in milliseconds. */
const DRAIN_MS = 2000;

/**
 * Real pipes for the outputs of commands. Node gives its children sockets, which cannot be opened by name: with those,
 * `echo … > /dev/stderr` and `pdftotext in.pdf /dev/stdout` fail.
 */
export class OutputPipes {
  /** Paths of pipes that nothing holds open. */
  readonly #free: string[] = [];
  #folder: Promise<string> | undefined;
  #made = 0;

  async open(): Promise<OutputPipe> {
    const path = this.#free.pop() ?? (await this.#make());
    return new OutputPipe(path, () => this.#free.push(path));
  }

  async #make(): Promise<string> {
    this.#folder ??= makeFolder();
    const folder = await this.#folder;
    const first = join(folder, String(this.#made++));
    const others = Array.from({ length: BATCH - 1 }, () => join(folder, String(this.#made++)));
    await execa('mkfifo', ['-m', '600', first, ...others]);
    this.#free.push(...others);
    return first;
  }
}

/** One pipe in use, from a command to this process. */
export class OutputPipe {
  /** The command's end: pass it on, then `closeWriter`. */
  readonly writer: number;
  readonly reader: Socket;
  readonly #path: string;
  readonly #reuse: () => void;
  #writerOpen = true;

  constructor(path: string, reuse: () => void) {
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.writer = openSync(path, constants.O_WRONLY);
    this.reader = new Socket({ fd: reader, readable: true, writable: false });
    this.#path = path;
    this.#reuse = reuse;
  }

  closeWriter(): void {
    if (this.#writerOpen) closeSync(this.writer);
    this.#writerOpen = false;
  }

  /** Resolves when all has been read, or when a process still holds the other end after `DRAIN_MS`. */
  async drained(): Promise<void> {
    if (this.reader.closed) return;
    await once(this.reader, 'close', { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => undefined);
  }

  [Symbol.dispose](): void {
    this.closeWriter();
    // A pipe that a process may still write to must not serve another command.
    if (this.reader.closed) this.#reuse();
    else rmSync(this.#path, { force: true });
    this.reader.destroy();
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-pipes-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
