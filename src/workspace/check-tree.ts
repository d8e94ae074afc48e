import { EMPTY, parentPath, toText, type ByteString } from './byte-string.ts';
import { pieceCount } from './pieces.ts';
import type { Entry } from './manifest.ts';

/** Limits of file systems: a name, and the text of a link. */
const NAME_BYTES = 255;
const TARGET_BYTES = 4095;

/**
 * Why these entries are no tree that may be written to a disk, or undefined when they are one. Each has a plain path
 * below the root, sorts after the one before it (so none comes twice), lies in a folder of the same tree (so that nothing
 * is written through a link), and a hard link names a file of it.
 */
export function objectionToTree(entries: Entry[]): string | undefined {
  const types = new Map<ByteString, Entry['type']>([[EMPTY, 'folder']]);
  let last = EMPTY;
  for (const entry of entries) {
    const why = objectionTo(entry, last, types);
    if (why !== undefined) return `${why}: ${JSON.stringify(toText(entry.path))}`;
    types.set(entry.path, entry.type);
    last = entry.path;
  }
  return undefined;
}

function objectionTo(entry: Entry, last: ByteString, types: Map<ByteString, Entry['type']>): string | undefined {
  const { path } = entry;
  if (!path.split('/').every(isName)) return 'a path that is not plain';
  if (path <= last) return 'a path that is out of order or comes twice';
  if (types.get(parentPath(path)) !== 'folder') return 'an entry that lies in no folder';
  if (entry.type === 'file' && entry.blobs.length !== pieceCount(entry.bytes))
    return 'a file whose blobs do not make up its size';
  if (entry.type === 'hardlink' && types.get(entry.target) !== 'file')
    return 'a hard link to what is no file before it';
  if (entry.type === 'symlink' && !isTarget(entry.target)) return 'a link to what is no path';
  return undefined;
}

function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && name.length <= NAME_BYTES && !name.includes('\0');
}

function isTarget(target: ByteString): boolean {
  return target !== '' && target.length <= TARGET_BYTES && !target.includes('\0');
}
