import type { FileHandle } from 'node:fs/promises';
import { SkillrunError } from '../contract/errors.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * The first `bytes` bytes of an open file, in chunks, wherever its position is. Throws `file_changed` when it has fewer
 * by now, so that a shrinking file is never stored as if it were whole.
 */
export async function* fileContent(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < bytes;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) {
      throw new SkillrunError('file_changed', `A file shrank from ${bytes} to ${position} bytes while it was stored`);
    }
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}
