import { hash } from 'node:crypto';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isSkillrunError } from '../contract/errors.ts';
import type { SnapshotRef } from '../contract/workspace.ts';
import type { Store } from '../store/port.ts';
import { indexOf, ROOT_MODE, standsAt, type FolderIndex } from './folder-index.ts';
import { checkSpace } from './host-disk.ts';
import { manifestKey, parseRef } from './keys.ts';
import { readMarker, removeMarker, writeMarker } from './marker.ts';
import type { SkippedFile } from './port.ts';
import { readManifest } from './read-manifest.ts';
import { removeTree } from './remove-tree.ts';
import { restoreTree } from './restore-tree.ts';
import { scanFolder } from './scan.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** Others on the machine have no business in workspaces. */
const PRIVATE = 0o700;

/** One workspace on this host's disk. Its methods are called one after the other, never at the same time. */
export class WorkspaceFolder {
  /** What commands see. */
  readonly files: string;
  readonly #home: string;
  readonly #marker: string;
  readonly #store: Store;

  constructor(directory: string, id: string, store: Store) {
    this.#home = join(directory, 'workspaces', nameOnDisk(id));
    this.files = join(this.#home, 'files');
    this.#marker = join(this.#home, 'index.json');
    this.#store = store;
  }

  /**
   * Makes the folder hold exactly the files of the snapshot, or none without one: the copy that is there is taken when
   * it stands at that snapshot and nobody has touched it, else a new one is restored. Returns what is known of it.
   */
  async standAt(snapshot: SnapshotRef | undefined, signal: AbortSignal): Promise<FolderIndex | undefined> {
    if (snapshot === undefined) return await this.#empty();
    const { sha256 } = parseRef(snapshot, this.#store);
    return (await this.#warm(sha256, signal)) ?? (await this.#restore(snapshot, sha256, signal));
  }

  /** To be called before anything may change the folder: if this process dies, what it leaves counts for nothing. */
  async beginChange(): Promise<void> {
    await removeMarker(this.#marker);
  }

  /** Stores the folder as it is now; nothing may run in it. `base` is what was known of it before the change. */
  async commit(
    base: FolderIndex | undefined,
    signal: AbortSignal,
  ): Promise<{ snapshot: SnapshotRef; skipped: SkippedFile[] }> {
    using scan = await scanFolder(this.files, signal);
    const index = await takeSnapshot(scan, base, this.#store, signal);
    await writeMarker(this.#marker, index);
    return { snapshot: { uri: this.#store.uri(manifestKey(index.snapshot)) }, skipped: scan.skipped };
  }

  async discard(): Promise<void> {
    await removeTree(this.#home);
  }

  async #empty(): Promise<undefined> {
    await removeTree(this.#home);
    await mkdir(this.#home, { recursive: true, mode: PRIVATE });
    await mkdir(this.files);
    await chmod(this.files, ROOT_MODE);
  }

  async #warm(sha256: string, signal: AbortSignal): Promise<FolderIndex | undefined> {
    const index = await readMarker(this.#marker);
    if (index?.snapshot !== sha256) return undefined;
    try {
      using scan = await scanFolder(this.files, signal);
      return standsAt(index, scan) ? index : undefined;
    } catch (error) {
      if (isSkillrunError(error) && error.code === 'workspace_lost') return undefined;
      throw error;
    }
  }

  async #restore(snapshot: SnapshotRef, sha256: string, signal: AbortSignal): Promise<FolderIndex> {
    const entries = await readManifest(snapshot, this.#store, signal);
    const unfinished = join(this.#home, 'unfinished');
    try {
      await removeTree(this.#home);
      await mkdir(this.#home, { recursive: true, mode: PRIVATE });
      await checkSpace(this.#home, entries);
      await restoreTree(entries, unfinished, this.#store, signal);
      const index = await indexOf(sha256, entries, unfinished, signal);
      await rename(unfinished, this.files);
      await writeMarker(this.#marker, index);
      return index;
    } catch (error) {
      await removeTree(this.#home);
      throw error;
    }
  }
}

/** Short, because the paths of sockets in a workspace may have 107 bytes; any id gives a name, no two the same. */
function nameOnDisk(id: string): string {
  return hash('sha256', Buffer.from(id, 'utf16le')).slice(0, 32);
}
