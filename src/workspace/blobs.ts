import { hash } from 'node:crypto';
import { SkillrunError } from '../contract/errors.ts';
import type { Store } from '../store/port.ts';
import { blobKey } from './keys.ts';

/** Puts blobs into the store, each once. */
export class BlobWriter {
  readonly #store: Store;
  readonly #stored: ReadonlySet<string>;
  readonly #puts = new Map<string, Promise<unknown>>();

  /** `stored` are the sha256 of blobs that are known to be in the store. */
  constructor(store: Store, stored: ReadonlySet<string>) {
    this.#store = store;
    this.#stored = stored;
  }

  /** The content's sha256, when it is in the store. */
  async put(content: Uint8Array, signal: AbortSignal): Promise<string> {
    const sha256 = hash('sha256', content);
    if (this.#stored.has(sha256)) return sha256;
    const put = this.#puts.get(sha256) ?? this.#store.put(blobKey(sha256), content, { signal });
    this.#puts.set(sha256, put);
    await put;
    return sha256;
  }
}

/** A blob of a known size; throws `object_damaged` when it has another, or is not what its name says. */
export async function readBlob(store: Store, sha256: string, bytes: number, signal: AbortSignal): Promise<Buffer> {
  const key = blobKey(sha256);
  const content = Buffer.allocUnsafe(bytes);
  let read = 0;
  for await (const chunk of store.stream(key, { signal })) {
    if (read + chunk.length > bytes) throw damaged(key);
    content.set(chunk, read);
    read += chunk.length;
  }
  if (read !== bytes || hash('sha256', content.subarray(0, read)) !== sha256) throw damaged(key);
  return content;
}

function damaged(key: string): SkillrunError {
  return new SkillrunError('object_damaged', `The stored content of a file is not what its name says [key=${key}]`);
}
