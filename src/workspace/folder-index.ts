import type { ByteString } from './byte-string.ts';
import type { Entry } from './manifest.ts';
import { scanFolder, type Scan, type ScannedEntry } from './scan.ts';

/** The mode of every workspace's root. It is not part of a snapshot. */
export const ROOT_MODE = 0o755;

/** What the host knows of a folder that stands at a snapshot: how each entry looked when it was last scanned. */
export interface FolderIndex {
  /** Sha256 of the snapshot's manifest. */
  snapshot: string;
  scannedAt: bigint;
  entries: Map<ByteString, IndexedEntry>;
}

export interface IndexedEntry {
  fingerprint: string;
  entry: Entry;
}

/** True when the folder holds exactly what the index says, untouched, and nothing that no snapshot can keep. */
export function standsAt(index: FolderIndex, scan: Scan): boolean {
  return (
    scan.rootMode === ROOT_MODE &&
    scan.skipped.length === 0 &&
    scan.entries.length === index.entries.size &&
    scan.entries.every(({ path, stat }) => index.entries.get(path)?.fingerprint === stat.fingerprint)
  );
}

/** What the index has for an entry that was not touched since; undefined for any other. */
export function untouched(index: FolderIndex | undefined, scanned: ScannedEntry): Entry | undefined {
  const known = index?.entries.get(scanned.path);
  if (known?.fingerprint !== scanned.stat.fingerprint || known.entry.type !== scanned.type) return undefined;
  // The inode of a link that was made anew in the same tick can be the same: its target is what counts.
  if (scanned.type === 'symlink' && known.entry.type === 'symlink' && known.entry.target !== scanned.target)
    return undefined;
  return known.entry;
}

/** The index of a folder that was just written from these entries, and in which nothing has run since. */
export async function indexOf(
  snapshot: string,
  entries: Entry[],
  folder: string,
  signal: AbortSignal,
): Promise<FolderIndex> {
  using scan = await scanFolder(folder, signal);
  const fingerprints = new Map(scan.entries.map(({ path, stat }) => [path, stat.fingerprint]));
  const indexed = entries.map((entry): [ByteString, IndexedEntry] => [
    entry.path,
    { fingerprint: fingerprints.get(entry.path) ?? '', entry },
  ]);
  return { snapshot, scannedAt: scan.startedAt, entries: new Map(indexed) };
}
