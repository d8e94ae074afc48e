import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';

/** A store in a folder that goes with the test. */
export async function temporaryStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return openStore(pathToFileURL(folder).href);
}

export async function keysOf(store: Store): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys;
}
