import type { Asset } from '../contract/asset.ts';
import type { SnapshotRef } from '../contract/workspace.ts';
import type { Store } from '../store/port.ts';
import { onHostDisk } from './host-disk.ts';
import { placeInput } from './place-input.ts';
import type { SkippedFile, Workspaces } from './port.ts';
import { Turns } from './turns.ts';
import { WorkspaceFolder } from './workspace-folder.ts';

export interface WorkspacesOptions {
  /** Holds the snapshots and the inputs. */
  store: Store;
  /** Absolute path, used by one process only. A workspace is `<directory>/workspaces/<hash of its id>/files`. */
  directory: string;
}

/** The workspaces of this host: copies on its disk of what the store holds. */
export function createWorkspaces({ store, directory }: WorkspacesOptions): Workspaces {
  return new HostWorkspaces(store, directory);
}

class HostWorkspaces implements Workspaces {
  readonly #store: Store;
  readonly #directory: string;
  readonly #turns = new Turns();

  constructor(store: Store, directory: string) {
    this.#store = store;
    this.#directory = directory;
  }

  async change<T>(
    id: string,
    snapshot: SnapshotRef | undefined,
    signal: AbortSignal,
    use: (folder: string, signal: AbortSignal) => Promise<T>,
  ): Promise<{ value: T; snapshot: SnapshotRef; skipped: SkippedFile[] }> {
    return await this.#turns.take(id, { signal, yields: true }, async (stop) => {
      const folder = this.#folder(id);
      const base = await this.#disk(() => folder.standAt(snapshot, stop));
      await this.#disk(() => folder.beginChange());
      try {
        const value = await use(folder.files, stop);
        return { value, ...(await this.#disk(() => folder.commit(base, stop))) };
      } catch (error) {
        await this.#disk(() => folder.discard());
        throw error;
      }
    });
  }

  async read<T>(
    id: string,
    snapshot: SnapshotRef,
    signal: AbortSignal,
    use: (folder: string) => Promise<T>,
  ): Promise<T> {
    return await this.#turns.take(id, { signal, yields: false }, async (stop) => {
      const folder = this.#folder(id);
      await this.#disk(() => folder.standAt(snapshot, stop));
      return await use(folder.files);
    });
  }

  async placeInputs(folder: string, inputs: Asset[], signal: AbortSignal): Promise<void> {
    for (const input of inputs) await this.#disk(() => placeInput(folder, input, this.#store, signal));
  }

  async close(id: string): Promise<void> {
    await this.#turns.take(id, { yields: false }, () => this.#disk(() => this.#folder(id).discard()));
  }

  #folder(id: string): WorkspaceFolder {
    return new WorkspaceFolder(this.#directory, id, this.#store);
  }

  #disk<T>(work: () => Promise<T>): Promise<T> {
    return onHostDisk(this.#directory, work);
  }
}
