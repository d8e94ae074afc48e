import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** Pipes made in one go: the program that makes them takes as long as a command's whole start. */
const BATCH = 16;

/** How long a process that got away may hold a pipe open after its command's end, in milliseconds. */
const DRAIN_MS = 2000;

/** Descriptors of both ends of a pipe. */
interface Ends {
  reader: number;
  writer: number;
}

/**
 * A pipe from a command to this process. Node gives its children sockets, which cannot be opened by name: with those,
 * `echo … > /dev/stderr` and `pdftotext in.pdf /dev/stdout` fail.
 */
export class OutputPipe {
  /** The command's end: pass it on, then `closeWriter`. */
  readonly writer: number;
  readonly reader: Socket;
  #writerOpen = true;

  private constructor({ reader, writer }: Ends) {
    this.writer = writer;
    this.reader = new Socket({ fd: reader, readable: true, writable: false });
  }

  static async open(): Promise<OutputPipe> {
    return new OutputPipe(unused.pop() ?? (await makePipes()));
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
    this.reader.destroy();
  }
}

/** Pipes for the next commands; of the whole process, as all descriptors are. */
const unused: Ends[] = [];

/** Makes a batch and takes one of it. Pipes need a name only until both ends are open. */
async function makePipes(): Promise<Ends> {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-pipes-'));
  try {
    const first = join(folder, '0');
    const others = Array.from({ length: BATCH - 1 }, (_, index) => join(folder, String(index + 1)));
    await execa('mkfifo', ['-m', '600', first, ...others]);
    unused.push(...others.map(openEnds));
    return openEnds(first);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openEnds(path: string): Ends {
  // A pipe's writer can be opened only after a reader, and the reader only without waiting for it.
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(path, constants.O_WRONLY) };
}
