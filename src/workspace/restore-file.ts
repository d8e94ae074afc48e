import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Store } from '../store/port.ts';
import { readBlob } from './blobs.ts';
import { mapBounded } from './bounded.ts';
import type { FileEntry } from './manifest.ts';
import { piecesOf } from './pieces.ts';
import { toSeconds } from './times.ts';

const PIECES_AT_ONCE = 2;
/** New in any case: neither into a file nor through a link that is there. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const UNFINISHED_MODE = 0o600;

/** Writes one file of a snapshot, each piece verified before it touches the disk. */
export async function restoreFile(entry: FileEntry, path: Buffer, store: Store, signal: AbortSignal): Promise<void> {
  await using file = await open(path, NEW_FILE, UNFINISHED_MODE);
  await mapBounded(piecesOf(entry.bytes), PIECES_AT_ONCE, signal, async ({ index, position, bytes }, stop) => {
    await writeAt(file, await readBlob(store, entry.blobs[index]!, bytes, stop), position);
  });
  const time = toSeconds(entry.modifiedAt);
  await file.chmod(entry.mode);
  await file.utimes(time, time);
}

async function writeAt(file: FileHandle, content: Buffer, position: number): Promise<void> {
  for (let written = 0; written < content.length;) {
    const { bytesWritten } = await file.write(content, written, content.length - written, position + written);
    written += bytesWritten;
  }
}
