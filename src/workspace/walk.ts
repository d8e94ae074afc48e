import { lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { EMPTY, fromBytes, joinPath, type ByteString } from './byte-string.ts';
import type { TreeAccess } from './tree-access.ts';

const SLASH = Buffer.from('/');
/** Synchronous calls are several times faster than promises here; in between, the process has to answer others. */
const ENTRIES_AT_ONCE = 1000;

export interface Visit {
  /** Relative to the tree's root. */
  path: ByteString;
  /** What to hand to the kernel, for as long as the access lives. */
  reach: Buffer;
  /** Of the entry itself: links are not followed. */
  stat: BigIntStats;
}

/** Every entry of a tree but its root; a folder comes before what lies in it. Throws the errors of the system's calls. */
export async function* walk(root: Buffer, access: TreeAccess, signal?: AbortSignal): AsyncGenerator<Visit[]> {
  const folders: Visit[] = [{ path: EMPTY, reach: root, stat: lstatSync(root, { bigint: true }) }];
  let visits: Visit[] = [];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inside = access.enter(folder.reach, Number(folder.stat.mode) & 0o7777);
    for (const name of readdirSync(inside, { encoding: 'buffer' })) {
      const reach = joinBytes(inside, name);
      const stat = lstatSync(reach, { bigint: true });
      const visit = { path: joinPath(folder.path, fromBytes(name)), reach, stat };
      if (stat.isDirectory()) folders.push(visit);
      visits.push(visit);
    }
    if (visits.length < ENTRIES_AT_ONCE && folders.length > 0) continue;
    yield visits;
    visits = [];
    await setImmediate();
    signal?.throwIfAborted();
  }
}

export function joinBytes(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, SLASH, name]);
}
