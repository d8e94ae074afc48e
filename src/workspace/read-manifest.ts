import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { SkillrunError } from '../contract/errors.ts';
import type { SnapshotRef } from '../contract/workspace.ts';
import type { Store } from '../store/port.ts';
import { objectionToTree } from './check-tree.ts';
import { parseRef } from './keys.ts';
import { decodeManifest, type Entry } from './manifest.ts';

/** About two million entries: more than any workspace, and less than a process can hold. */
const MANIFEST_BYTES = 512 * 1024 * 1024;

/**
 * The entries of a snapshot, verified and safe to write to a disk. Throws `foreign_object`, `object_missing`, and
 * `object_damaged` when it is not what its name says, or no tree.
 */
export async function readManifest(ref: SnapshotRef, store: Store, signal: AbortSignal): Promise<Entry[]> {
  const { key, sha256 } = parseRef(ref, store);
  const body = await buffer(upTo(MANIFEST_BYTES, store.stream(key, { signal }), key));
  if (hash('sha256', body) !== sha256) throw damaged(key, 'it is not what its name says');
  let entries: Entry[];
  try {
    entries = decodeManifest(body);
  } catch (cause) {
    throw damaged(key, 'it is no manifest', cause);
  }
  const objection = objectionToTree(entries);
  if (objection !== undefined) throw damaged(key, objection);
  return entries;
}

async function* upTo(limit: number, chunks: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) throw damaged(key, `it has more than ${limit} bytes`);
    yield chunk;
  }
}

function damaged(key: string, why: string, cause?: unknown): SkillrunError {
  return new SkillrunError('object_damaged', `A snapshot cannot be restored: ${why} [key=${key}]`, { cause });
}
