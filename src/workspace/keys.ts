import { SkillrunError } from '../contract/errors.ts';
import type { SnapshotRef } from '../contract/workspace.ts';
import type { Store } from '../store/port.ts';

const MANIFEST = /^snapshots\/([0-9a-f]{64})\.json$/;

/** Where the content of files lies, once for every content. */
export function blobKey(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}`;
}

export function manifestKey(sha256: string): string {
  return `snapshots/${sha256}.json`;
}

/** The manifest that a ref names; throws `foreign_object` when it is of another store, or no snapshot. */
export function parseRef({ uri }: SnapshotRef, store: Store): { key: string; sha256: string } {
  const key = store.key(uri);
  const sha256 = MANIFEST.exec(key)?.[1];
  if (sha256 !== undefined) return { key, sha256 };
  throw new SkillrunError('foreign_object', `Not a snapshot [uri=${uri}]`, {
    hint: 'Name a snapshot by the ref that a run gave, whose uri ends with snapshots/<sha256>.json',
  });
}
