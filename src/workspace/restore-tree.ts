import { chmodSync, linkSync, lutimesSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import type { Store } from '../store/port.ts';
import { mapBounded } from './bounded.ts';
import { EMPTY, nameOf, parentPath, toBytes, type ByteString } from './byte-string.ts';
import { ROOT_MODE } from './folder-index.ts';
import type { Entry } from './manifest.ts';
import { restoreFile } from './restore-file.ts';
import { TreeAccess } from './tree-access.ts';
import { toSeconds } from './times.ts';
import { joinBytes } from './walk.ts';

/** Together with the pieces of a file they bound the memory. */
const FILES_AT_ONCE = 16;
/** Nobody but us gets in before the tree is finished. */
const UNFINISHED_MODE = 0o700;

/**
 * Writes the entries of a checked manifest into a folder that does not exist yet. Links come last, so that nothing is
 * written through one; modes and times of folders after everything, the deepest first, because writing needs the one
 * and changes the other. Throws `object_missing`, `object_damaged` and the system's errors, and leaves what there is by
 * then to the caller.
 */
export async function restoreTree(entries: Entry[], folder: string, store: Store, signal: AbortSignal): Promise<void> {
  using access = new TreeAccess(UNFINISHED_MODE);
  const places = new Map<ByteString, Buffer>([[EMPTY, Buffer.from(folder)]]);
  const place = (path: ByteString): Buffer => joinBytes(places.get(parentPath(path))!, toBytes(nameOf(path)));

  mkdirSync(folder, UNFINISHED_MODE);
  const folders = entries.filter((entry) => entry.type === 'folder');
  for (const { path } of folders) {
    const made = place(path);
    mkdirSync(made, UNFINISHED_MODE);
    places.set(path, access.enter(made, UNFINISHED_MODE));
  }
  const files = entries.filter((entry) => entry.type === 'file');
  await mapBounded(files, FILES_AT_ONCE, signal, (file, stop) => restoreFile(file, place(file.path), store, stop));
  for (const entry of entries) {
    if (entry.type === 'hardlink') linkSync(place(entry.target), place(entry.path));
  }
  for (const entry of entries) {
    if (entry.type !== 'symlink') continue;
    const time = toSeconds(entry.modifiedAt);
    symlinkSync(toBytes(entry.target), place(entry.path));
    lutimesSync(place(entry.path), time, time);
  }
  for (const { path, mode, modifiedAt } of folders.toReversed()) {
    const time = toSeconds(modifiedAt);
    chmodSync(place(path), mode);
    utimesSync(place(path), time, time);
  }
  chmodSync(folder, ROOT_MODE);
}
