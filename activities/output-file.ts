import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, type FileHandle } from 'node:fs/promises';
import type { OutputKind } from '../src/contract/output.ts';
import { sniffMediaType } from './media-type.ts';
import { misfitOf } from './output-kind.ts';
import { resolveInWorkspace, type WorkspacePath } from './workspace-path.ts';

/** The largest file that may be an output, in bytes. */
const MAX_OUTPUT_BYTES = 2 * 1024 ** 3;

/** Enough of an office file, whose parts come in any order, to tell what it is. */
const HEAD_BYTES = 1024 ** 2;

/** Not followed when the last name is a symlink, not blocking when it is a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What `open` says of a path that leads to no file that can be read. */
const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];
const NOT_READABLE = ['EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENODEV'];

/** A workspace file that may be uploaded as it stands; the caller closes it. */
export interface OpenedOutput {
  file: FileHandle;
  bytes: number;
  mediaType: string;
  /** Relative to the workspace, without symlinks. */
  path: string;
  sha256: string;
}

/** Why a file cannot be an output: a sentence for the model. */
export interface Refusal {
  refused: string;
}

/**
 * Opens a workspace file that the model names as an output of this kind. Programs that the model ran have made the
 * workspace: what leads out of it, what is no plain file, and what changes while it is looked at is refused, and
 * everything is checked on what the handle reads.
 */
export async function openOutput(folder: string, path: string, kind: OutputKind): Promise<OpenedOutput | Refusal> {
  const name = JSON.stringify(path);
  if (path.trim() === '' || path.includes('\0')) return refuse('Give the path of a file in the workspace.');
  const place = await resolveInWorkspace(folder, path);
  if (place === undefined) return refuse(`${name} leads out of the workspace. Copy the file into the workspace first.`);
  const file = await openPlainly(place.absolute);
  if (typeof file === 'string') return refuse(`${name} ${file}.`);
  const output = await examine(file, place, kind).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  if ('refused' in output) await file.close();
  return output;
}

async function openPlainly(path: string): Promise<FileHandle | string> {
  try {
    return await open(path, OPEN_FLAGS);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (NOTHING_THERE.includes(code)) return 'is not in the workspace';
    if (NOT_READABLE.includes(code)) return `cannot be read (${code})`;
    throw error;
  }
}

async function examine(file: FileHandle, place: WorkspacePath, kind: OutputKind): Promise<OpenedOutput | Refusal> {
  const { path } = place;
  const name = JSON.stringify(path);
  const before = await file.stat({ bigint: true });
  if (before.isDirectory()) return refuse(`${name} is a folder. Give the path of one file.`);
  if (!before.isFile()) return refuse(`${name} is no regular file.`);
  if (!(await standsAt(file, place.absolute))) return refuse(`${name} was replaced while it was looked at.`);
  if (before.size === 0n) return refuse(`${name} is empty.`);
  if (before.size > MAX_OUTPUT_BYTES) {
    return refuse(`${name} has ${before.size} bytes; an output may have ${MAX_OUTPUT_BYTES} at the most.`);
  }
  const head = Buffer.alloc(Math.min(Number(before.size), HEAD_BYTES));
  await file.read(head, 0, head.length, 0);
  const mediaType = await sniffMediaType(head, path);
  const misfit = misfitOf(kind, mediaType, path);
  if (misfit !== undefined) return refuse(misfit);
  const sha256 = await digest(file);
  if (changed(before, await file.stat({ bigint: true }))) return refuse(`${name} changed while it was read.`);
  return { file, bytes: Number(before.size), mediaType, path, sha256 };
}

/** Whether the handle's file is the one at this path: a folder on the way may have become a symlink before the open. */
async function standsAt(file: FileHandle, path: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${file.fd}`)) === path;
  const [own, there] = [await file.stat(), await lstat(path)];
  return own.ino === there.ino && own.dev === there.dev;
}

async function digest(file: FileHandle): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) sha256.update(chunk as Uint8Array);
  return sha256.digest('hex');
}

function changed(before: BigIntStats, after: BigIntStats): boolean {
  return before.size !== after.size || before.mtimeNs !== after.mtimeNs || before.ctimeNs !== after.ctimeNs;
}

function refuse(why: string): Refusal {
  return { refused: why };
}
