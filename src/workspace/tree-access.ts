import { chmodSync, closeSync, constants, openSync } from 'node:fs';

/** The kernel takes paths up to 4096 bytes; from here on a folder gets a short one. A name adds 256 at the most. */
const LONG_PATH_BYTES = 2048;

/**
 * Gets into every folder of a tree, however deep it lies or what its mode forbids. Until it is disposed of, the paths
 * that it gave stay good and the modes that it widened stay wide; then they are put back.
 */
export class TreeAccess implements Disposable {
  readonly #need: number;
  readonly #handles: number[] = [];
  readonly #widened: { path: Buffer; mode: number }[] = [];

  /** `need` are the owner's permission bits without which a folder is of no use. */
  constructor(need: 0o500 | 0o700) {
    this.#need = need;
  }

  /** A path for what lies in the folder: the folder's own, or a short one through an open handle (Linux only). */
  enter(path: Buffer, mode: number): Buffer {
    if ((mode & this.#need) !== this.#need) {
      chmodSync(path, mode | this.#need);
      this.#widened.push({ path, mode });
    }
    if (path.length < LONG_PATH_BYTES) return path;
    const handle = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    this.#handles.push(handle);
    return Buffer.from(`/proc/self/fd/${handle}`);
  }

  /** Closes what is open and leaves the modes as they are: for a tree that is about to be gone. */
  abandon(): void {
    for (const handle of this.#handles.splice(0)) closeSync(handle);
  }

  [Symbol.dispose](): void {
    try {
      for (const { path, mode } of this.#widened.toReversed()) chmodSync(path, mode);
    } finally {
      this.abandon();
    }
  }
}
