import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PutResult } from './port.ts';

export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Gives a file its content whole or not at all, and never over another: it is written beside, in the folder `incoming`
 * of the same file system, is on the disk before it has its name, and a link fails where the name is taken.
 */
export async function createFile(
  path: string,
  content: Content,
  incoming: string,
  signal?: AbortSignal,
): Promise<PutResult> {
  const draft = join(incoming, randomUUID());
  try {
    await writeDraft(draft, content, signal);
    await mkdir(dirname(path), { recursive: true });
    return await giveName(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(draft: string, content: Content, signal: AbortSignal | undefined): Promise<void> {
  await mkdir(dirname(draft), { recursive: true });
  await using file = await open(draft, 'wx');
  for await (const chunk of content) {
    signal?.throwIfAborted();
    await file.writeFile(chunk);
  }
  await file.sync();
}

async function giveName(draft: string, path: string): Promise<PutResult> {
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'existed';
    throw error;
  }
  await using folder = await open(dirname(path));
  await folder.sync();
  return 'created';
}
