import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { SnapshotRef } from '../../src/contract/workspace.ts';
import { createWorkspaces } from '../../src/workspace/create-workspaces.ts';
import type { Workspaces } from '../../src/workspace/port.ts';
import { removeTree } from '../../src/workspace/remove-tree.ts';
import { treeFacts } from './tree-facts.ts';
import { ID, signal, WatchedStore } from './watched-store.ts';

export { ID, signal } from './watched-store.ts';

/** A store and any number of hosts that share nothing else, in a folder that is gone after each test. */
export interface Ground {
  folder: string;
  store: WatchedStore;
  /** A host of this name; the same name means the same disk and a new process. */
  host(name?: string): Workspaces;
  /** The folder of the only workspace that a host has. */
  folderOn(host: string): string;
  /** Names of what a host keeps of workspaces. */
  homesOn(host: string): string[];
  /** What a snapshot holds, on a host or on one that has never had the workspace. */
  entriesAt(snapshot: SnapshotRef, on?: Workspaces): Promise<Record<string, string>>;
  /** The next snapshot after `use`, on a host. */
  change(use: (folder: string) => unknown, from?: SnapshotRef, on?: Workspaces): Promise<SnapshotRef>;
}

export function useGround(): Ground {
  const ground = {} as Ground;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'workspaces-'));
    const store = new WatchedStore(join(folder, 'store'));
    const host = (name = 'host'): Workspaces => createWorkspaces({ store, directory: join(folder, name) });
    const first = host();
    Object.assign(ground, { folder, store, host });
    ground.homesOn = (name) => readdirSync(join(folder, name, 'workspaces'));
    ground.folderOn = (name) => join(folder, name, 'workspaces', ground.homesOn(name)[0] ?? '', 'files');
    ground.entriesAt = async (snapshot, on = host('elsewhere')) =>
      await on.read(ID, snapshot, signal, async (workspace) => treeFacts(workspace).entries);
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

/** A use of a workspace that writes one file. */
export const write =
  (name: string, content: string) =>
  (folder: string): void =>
    writeFileSync(join(folder, name), content);
