import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SkillrunError, type ErrorDetails } from '../contract/errors.ts';

/** One file of a skill. `path` is relative, with `/`. */
export interface SkillFile {
  path: string;
  executable: boolean;
  content: Uint8Array;
}

/** Of one name in a path, as most file systems have it. */
const MAX_NAME_BYTES = 255;
const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** What tools leave in a folder that is being worked on. */
const IGNORED = new Set(['.git', 'node_modules', '__pycache__', '.DS_Store']);

function invalid(message: string, details: ErrorDetails = {}): SkillrunError {
  return new SkillrunError('invalid_skill', message, details);
}

/** A path that stays inside its folder on every system. */
export function isSafePath(path: string): boolean {
  return !/[\0\\]/.test(path) && path.split('/').every(isSafeName);
}

function isSafeName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

/** Reads all files of a skill's folder, sorted by path. Symlinks and special files are refused: a skill is plain data. */
export async function readSkillFiles(folder: string): Promise<SkillFile[]> {
  const files: SkillFile[] = [];
  await collect(folder, '', files);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function collect(folder: string, prefix: string, files: SkillFile[]): Promise<void> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    if (IGNORED.has(entry.name)) continue;
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) await collect(folder, path, files);
    else files.push(await readSkillFile(folder, path));
    checkSize(files, folder);
  }
}

async function readSkillFile(folder: string, path: string): Promise<SkillFile> {
  const file = await open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (cause: unknown) => {
      throw invalid(`A skill may only hold files and folders that can be read [file=${join(folder, path)}]`, {
        hint: 'In place of a symlink, put a copy of what it points to',
        cause,
      });
    },
  );
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw invalid(`A skill may only hold files and folders [file=${join(folder, path)}]`);
    if (stat.size > MAX_BYTES) throw tooLarge(folder);
    return { path, executable: (stat.mode & 0o100) !== 0, content: await file.readFile() };
  } finally {
    await file.close();
  }
}

/** Throws `invalid_skill` when the files are too many or too large together. */
export function checkSize(files: SkillFile[], name: string): void {
  if (files.length > MAX_FILES) throw invalid(`A skill may hold ${MAX_FILES} files at the most [skill=${name}]`);
  if (files.reduce((sum, { content }) => sum + content.length, 0) > MAX_BYTES) throw tooLarge(name);
}

function tooLarge(name: string): SkillrunError {
  return invalid(`A skill may hold ${MAX_BYTES / 1024 / 1024} MiB at the most [skill=${name}]`);
}
