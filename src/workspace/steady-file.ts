import { chmodSync, constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { SkillrunError } from '../contract/errors.ts';
import { toText } from './byte-string.ts';
import { entryStat, type EntryStat } from './fingerprint.ts';
import type { Piece } from './pieces.ts';
import type { ScannedEntry } from './scan.ts';

const READ_PERMISSION = 0o400;
/** Not through a link that has taken the file's place, and without waiting for the writer of a fifo. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** What opening says of a file that is no longer there, or is something else by now. */
const gone = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

export type ScannedFile = Extract<ScannedEntry, { type: 'file' }>;

/**
 * Reads a scanned file, also one whose mode forbids it, and makes sure that it is the one that was scanned and stays as
 * it is meanwhile: throws `file_changed` otherwise. Gives the value of `read` and the file's fingerprint afterwards.
 */
export async function readSteadily<T>(
  scanned: ScannedFile,
  read: (file: FileHandle) => Promise<T>,
): Promise<{ value: T; fingerprint: string }> {
  const { stat } = scanned;
  const locked = (stat.mode & READ_PERMISSION) === 0;
  await using file = await openScanned(scanned, locked);
  if (locked) await file.chmod(stat.mode);
  const before = await statOf(file);
  // Lifting the lock for a moment has set the change time, and nothing else.
  if (!isSame(before, locked ? { ...stat, changedAt: before.changedAt } : stat)) throw changed(scanned);
  const value = await read(file);
  const after = await statOf(file);
  if (!isSame(after, before)) throw changed(scanned);
  return { value, fingerprint: after.fingerprint };
}

async function openScanned(scanned: ScannedFile, locked: boolean): Promise<FileHandle> {
  const { reach, stat } = scanned;
  try {
    if (locked) chmodSync(reach, stat.mode | READ_PERMISSION);
    return await open(reach, FLAGS);
  } catch (error) {
    throw gone.has((error as NodeJS.ErrnoException).code ?? '') ? changed(scanned, error) : error;
  }
}

async function statOf(file: FileHandle): Promise<EntryStat> {
  return entryStat(await file.stat({ bigint: true }));
}

function isSame(a: EntryStat, b: EntryStat): boolean {
  return (
    a.inode === b.inode &&
    a.bytes === b.bytes &&
    a.modifiedAt === b.modifiedAt &&
    a.changedAt === b.changedAt &&
    a.mode === b.mode
  );
}

function changed({ path }: Pick<ScannedFile, 'path'>, cause?: unknown): SkillrunError {
  return new SkillrunError(
    'file_changed',
    `A file changed while it was stored [path=${JSON.stringify(toText(path))}]`,
    {
      hint: 'Something outside the command writes to the workspace: stop it',
      cause,
    },
  );
}

/** One piece of a file, into memory; throws `file_changed` when the file has become shorter. */
export async function readPiece(file: FileHandle, { position, bytes }: Piece, scanned: ScannedFile): Promise<Buffer> {
  const content = Buffer.allocUnsafe(bytes);
  for (let read = 0; read < bytes;) {
    const { bytesRead } = await file.read(content, read, bytes - read, position + read);
    if (bytesRead === 0) throw changed(scanned);
    read += bytesRead;
  }
  return content;
}
