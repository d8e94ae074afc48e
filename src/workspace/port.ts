import type { Asset } from '../contract/asset.ts';
import type { SnapshotRef } from '../contract/workspace.ts';

/** What a snapshot cannot keep. The path is for people: bytes that are not UTF-8 show as U+FFFD. */
export interface SkippedFile {
  path: string;
  type: 'fifo' | 'socket' | 'device';
}

/** Workspaces on one host's disk. */
export interface Workspaces {
  /**
   * Runs `use` on the workspace with exactly the files of `snapshot` (nothing when undefined), then takes the next
   * snapshot. When `use` or the snapshot fails, the folder is thrown away: a half-done attempt leaves no trace.
   * Calls for one id are serialised; a later call aborts an earlier change that is still running (`workspace_lost`).
   * `skipped` are the files that no snapshot can hold: they are gone at the next opening.
   */
  change<T>(
    id: string,
    snapshot: SnapshotRef | undefined,
    signal: AbortSignal,
    use: (folder: string, signal: AbortSignal) => Promise<T>,
  ): Promise<{ value: T; snapshot: SnapshotRef; skipped: SkippedFile[] }>;
  /** Runs `use` on the workspace at `snapshot`, for reading only. */
  read<T>(id: string, snapshot: SnapshotRef, signal: AbortSignal, use: (folder: string) => Promise<T>): Promise<T>;
  /** Writes the inputs into a workspace folder; used inside `change`. */
  placeInputs(folder: string, inputs: Asset[], signal: AbortSignal): Promise<void>;
  /** Deletes the workspace's folder; no error where there is none. */
  close(id: string): Promise<void>;
}
