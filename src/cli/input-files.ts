import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { ASSET_KINDS, type AssetKind, type InputAsset } from '../contract/asset.ts';
import { SkillrunError } from '../contract/errors.ts';
import { inputKey } from '../contract/store-keys.ts';
import type { Store } from '../store/port.ts';

/** Larger inputs are for a store that the run can read by uri. */
const MAX_BYTES = 512 * 1024 ** 2;
/** Enough of a file's start to tell its type (file-type's readme asks for 4,100 bytes). */
const SNIFFED_BYTES = 4100;

/** An input file that was found and looked at; nothing of it has been sent yet. */
export interface InputFile {
  path: string;
  kind: AssetKind;
}

/** Checks that a file can be an input. Throws `invalid_input` that names it. */
export async function examineInput(path: string): Promise<InputFile> {
  return await withFile(path, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return { path, kind: await kindOf(buffer.subarray(0, bytesRead), path) };
  });
}

/** Puts an input file into the store, streaming, under the hash of its content. */
export async function uploadInput({ path, kind }: InputFile, store: Store): Promise<InputAsset> {
  return await withFile(path, async (file) => {
    const before = await version(file);
    const sha256 = await digest(file);
    const key = inputKey(sha256);
    const put = await store.putFile(key, file, before.bytes);
    if ((await version(file)).tag !== before.tag) {
      // Under this name only the content that was hashed may lie.
      if (put === 'created') await store.remove([key]);
      throw refused(path, 'changed while it was read', 'Start the run again once the file is finished');
    }
    return { kind, name: basename(path), uri: store.uri(key) };
  });
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  // Non-blocking, because opening a pipe would otherwise wait for its other end.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw refused(
      path,
      `cannot be read: ${(cause as NodeJS.ErrnoException).code}`,
      'Check its path and permissions',
      cause,
    );
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw refused(path, 'is not a regular file', 'Give files one by one');
    if (stat.size === 0) throw refused(path, 'is empty', 'Leave it out');
    if (stat.size > MAX_BYTES) {
      throw refused(path, `is larger than ${MAX_BYTES / 1024 ** 2} MiB`, 'Cut it, or let the skill fetch it');
    }
    return await use(file);
  } finally {
    await file.close();
  }
}

function refused(path: string, why: string, hint: string, cause?: unknown): SkillrunError {
  return new SkillrunError('invalid_input', `The input file ${why} [file=${path}]`, { hint, cause });
}

async function version(file: FileHandle): Promise<{ bytes: number; tag: string }> {
  const { size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
  return { bytes: Number(size), tag: `${size} ${mtimeNs} ${ctimeNs}` };
}

async function digest(file: FileHandle): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) sha256.update(chunk as Buffer);
  return sha256.digest('hex');
}

/** By content; SVG is text, so its name tells. Whatever is nothing else is a document. */
async function kindOf(start: Uint8Array, path: string): Promise<AssetKind> {
  if (extname(path).toLowerCase() === '.svg') return 'image';
  const mediaType = (await fileTypeFromBuffer(start))?.mime ?? '';
  return ASSET_KINDS.find((kind) => mediaType.startsWith(`${kind}/`)) ?? 'document';
}
