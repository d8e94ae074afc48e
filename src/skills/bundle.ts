import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { SkillrunError } from '../contract/errors.ts';
import { checkSize, isSafePath, type SkillFile } from './files.ts';

/** A skill as one object: gzip over JSON, the files sorted by path, their content in base64. */
const bundle = z.strictObject({
  version: z.literal(1),
  name: z.string(),
  files: z.array(z.strictObject({ path: z.string(), executable: z.boolean(), content: z.base64() })),
});

const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/** The sha256 of a skill: over path, executable bit, size and content of its files in path order. */
export function digestOf(files: SkillFile[]): string {
  const sha256 = createHash('sha256');
  for (const { path, executable, content } of files) {
    sha256.update(`${JSON.stringify(path)} ${executable ? 'x' : '-'} ${content.length}\n`).update(content);
  }
  return sha256.digest('hex');
}

/** Packs a skill's files. The digest, not the packed bytes, is what names it. */
export async function packSkill(name: string, files: SkillFile[]): Promise<Uint8Array> {
  const plain = files.map(({ path, executable, content }) => ({
    path,
    executable,
    content: Buffer.from(content).toString('base64'),
  }));
  return await promisify(gzip)(JSON.stringify({ version: 1, name, files: plain }));
}

export interface UnpackedSkill {
  name: string;
  digest: string;
  files: SkillFile[];
}

/**
 * Reads a bundle that anybody may have made, and checks everything in it. Throws `object_damaged` when it is no bundle
 * and `invalid_skill` when its files cannot be a skill's; both name `uri`.
 */
export async function readBundle(bytes: Uint8Array, uri: string): Promise<UnpackedSkill> {
  let parsed: z.infer<typeof bundle>;
  try {
    const json = await promisify(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
    parsed = bundle.parse(JSON.parse(json.toString()));
  } catch (cause) {
    throw new SkillrunError('object_damaged', `A skill's bundle is not what skillrun writes [uri=${uri}]`, { cause });
  }
  const files = parsed.files.map((file) => ({ ...file, content: Buffer.from(file.content, 'base64') }));
  checkPaths(files, uri);
  checkSize(files, parsed.name);
  return { name: parsed.name, digest: digestOf(files), files };
}

/** Safe, in order, and none of them a folder of another. */
function checkPaths(files: SkillFile[], uri: string): void {
  const paths = new Set(files.map(({ path }) => path));
  for (const [index, { path }] of files.entries()) {
    const before = files[index - 1]?.path;
    const inOrder = before === undefined || before < path;
    const folders = path.split('/').map((_, depth, names) => names.slice(0, depth).join('/'));
    if (isSafePath(path) && inOrder && !folders.some((folder) => paths.has(folder))) continue;
    throw new SkillrunError('invalid_skill', `A skill's bundle holds the path ${JSON.stringify(path)} [uri=${uri}]`, {
      hint: 'Publish the skill again with `skillrun skills publish`',
    });
  }
}

/** Writes a skill's files, read-only, as `folder`: whole or not at all. A folder that is already there is left as it is. */
export async function writeSkill(files: SkillFile[], folder: string): Promise<void> {
  const temporary = await mkdtemp(`${folder}.`);
  try {
    for (const { path, executable, content } of files) {
      const target = join(temporary, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content, { flag: 'wx' });
      await chmod(target, executable ? 0o555 : 0o444);
    }
    await renameUnlessThere(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function renameUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
