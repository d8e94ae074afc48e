import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { FolderIndex } from './folder-index.ts';
import { encodeEntry, storedEntry } from './manifest.ts';

/**
 * The marker of a folder: a file beside it that says at which snapshot it stands. It is removed before the folder is
 * changed and written after the change is stored, so that a process that dies in between leaves none.
 */
const storedIndex = z.object({
  version: z.literal(1),
  snapshot: z.string(),
  scannedAt: z.string().transform(BigInt),
  entries: z.array(z.object({ fingerprint: z.string(), entry: storedEntry })),
});

export async function writeMarker(path: string, { snapshot, scannedAt, entries }: FolderIndex): Promise<void> {
  const stored: z.input<typeof storedIndex> = {
    version: 1,
    snapshot,
    scannedAt: `${scannedAt}`,
    entries: Array.from(entries.values(), ({ fingerprint, entry }) => ({ fingerprint, entry: encodeEntry(entry) })),
  };
  const draft = `${path}.draft`;
  await writeFile(draft, JSON.stringify(stored));
  await rename(draft, path);
}

/** Undefined where there is none, or none of this version: then nothing is known of the folder. */
export async function readMarker(path: string): Promise<FolderIndex | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { data } = storedIndex.safeParse(parseJson(text));
  if (data === undefined) return undefined;
  const entries = new Map(data.entries.map((indexed) => [indexed.entry.path, indexed]));
  return { snapshot: data.snapshot, scannedAt: data.scannedAt, entries };
}

export async function removeMarker(path: string): Promise<void> {
  await rm(path, { force: true });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
