import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { SnapshotRef } from '../../src/contract/workspace.ts';
import { FileStore } from '../../src/store/file-store.ts';
import type { PutOptions, PutResult } from '../../src/store/port.ts';
import { createWorkspaces } from '../../src/workspace/create-workspaces.ts';
import type { Workspaces } from '../../src/workspace/port.ts';
import { removeTree } from '../../src/workspace/remove-tree.ts';

/** A store of files that tells what was put, and may interfere. */
export class WatchedStore extends FileStore {
  readonly puts: string[] = [];
  beforePut: (key: string) => void | Promise<void> = () => undefined;
  beforeStream: (key: string) => void | Promise<void> = () => undefined;

  override async put(key: string, body: Uint8Array, options?: PutOptions): Promise<PutResult> {
    await this.beforePut(key);
    this.puts.push(key);
    return await super.put(key, body, options);
  }

  override async *stream(key: string, options?: { signal?: AbortSignal }): AsyncGenerator<Uint8Array> {
    await this.beforeStream(key);
    yield* super.stream(key, options);
  }

  /** The keys put since the last call. */
  takePuts(): string[] {
    return this.puts.splice(0);
  }
}

/** A store and any number of hosts that share nothing else, in a folder that is gone after each test. */
export interface Ground {
  folder: string;
  store: WatchedStore;
  /** A host of this name; the same name means the same disk and a new process. */
  host(name?: string): Workspaces;
  /** The next snapshot after `use`, on a host. */
  change(use: (folder: string) => unknown, from?: SnapshotRef, on?: Workspaces): Promise<SnapshotRef>;
}

export const ID = 'run-1';
export const signal = new AbortController().signal;

export function useGround(): Ground {
  const ground = {} as Ground;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'workspaces-'));
    const store = new WatchedStore(join(folder, 'store'));
    const host = (name = 'host'): Workspaces => createWorkspaces({ store, directory: join(folder, name) });
    const first = host();
    Object.assign(ground, { folder, store, host });
    ground.change = async (use, from, on = first) => {
      const { snapshot } = await on.change(ID, from, signal, async (workspace) => void (await use(workspace)));
      return snapshot;
    };
  });
  afterEach(async () => {
    await removeTree(ground.folder);
    rmSync(ground.folder, { recursive: true, force: true });
  });
  return ground;
}
