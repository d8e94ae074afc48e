import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../store/port.ts';
import { BlobWriter } from './blobs.ts';
import { mapBounded } from './bounded.ts';
import { isRacy } from './fingerprint.ts';
import { untouched, type FolderIndex, type IndexedEntry } from './folder-index.ts';
import { manifestKey } from './keys.ts';
import { encodeManifest } from './manifest.ts';
import { piecesOf } from './pieces.ts';
import type { Scan, ScannedEntry } from './scan.ts';
import { readPiece, readSteadily, type ScannedFile } from './steady-file.ts';

/** Together they bound the memory: so many pieces at most are held. */
const FILES_AT_ONCE = 16;
const PIECES_AT_ONCE = 2;

/**
 * Stores a scanned folder: first the content that is new, then the manifest that names it. `base` is what is known of
 * the folder from its last snapshot: files that were not touched since are not read, and where nothing has changed
 * nothing is put. Returns the index of the folder at its new snapshot. Throws `file_changed` and the store's errors.
 */
export async function takeSnapshot(
  scan: Scan,
  base: FolderIndex | undefined,
  store: Store,
  signal: AbortSignal,
): Promise<FolderIndex> {
  const blobs = new BlobWriter(store, new Set(knownBlobs(base)));
  const indexed = await mapBounded(scan.entries, FILES_AT_ONCE, signal, (scanned, stop) =>
    record(scanned, base, blobs, stop),
  );
  const { body, sha256 } = encodeManifest(indexed.map(({ entry }) => entry));
  if (sha256 !== base?.snapshot) await store.put(manifestKey(sha256), body, { mediaType: 'application/json', signal });
  return {
    snapshot: sha256,
    scannedAt: scan.startedAt,
    entries: new Map(indexed.map((one) => [one.entry.path, one])),
  };
}

function* knownBlobs(base: FolderIndex | undefined): Generator<string> {
  for (const { entry } of base?.entries.values() ?? []) {
    if (entry.type === 'file') yield* entry.blobs;
  }
}

async function record(
  scanned: ScannedEntry,
  base: FolderIndex | undefined,
  blobs: BlobWriter,
  signal: AbortSignal,
): Promise<IndexedEntry> {
  const { path, type } = scanned;
  const { fingerprint, mode, modifiedAt } = scanned.stat;
  switch (type) {
    case 'folder':
      return { fingerprint, entry: untouched(base, scanned) ?? { path, type, mode, modifiedAt } };
    case 'file':
      return await recordFile(scanned, base, blobs, signal);
    case 'hardlink':
      return { fingerprint, entry: { path, type, target: scanned.target } };
    default:
      return { fingerprint, entry: untouched(base, scanned) ?? { path, type, modifiedAt, target: scanned.target } };
  }
}

async function recordFile(
  scanned: ScannedFile,
  base: FolderIndex | undefined,
  writer: BlobWriter,
  signal: AbortSignal,
): Promise<IndexedEntry> {
  const { path, type, stat } = scanned;
  const { mode, modifiedAt, bytes } = stat;
  const known = untouched(base, scanned);
  if (known !== undefined && base !== undefined && !isRacy(stat, base.scannedAt)) {
    return { fingerprint: stat.fingerprint, entry: known };
  }
  const { value: blobs, fingerprint } = await readSteadily(scanned, (file) =>
    mapBounded(piecesOf(bytes), PIECES_AT_ONCE, signal, async (piece, stop) =>
      writer.put(await readPiece(file, piece, scanned), stop),
    ),
  );
  if (known?.type === 'file' && isDeepStrictEqual(known.blobs, blobs)) return { fingerprint, entry: known };
  return { fingerprint, entry: { path, type, mode, modifiedAt, bytes, blobs } };
}
