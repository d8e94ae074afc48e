import { hash } from 'node:crypto';
import { z } from 'zod';
import { decodeBytes, encodeBytes, type ByteString } from './byte-string.ts';

/**
 * An entry of a snapshot. `mode` is the twelve permission bits, `modifiedAt` nanoseconds since the epoch, `blobs` the
 * sha256 of each piece of the file's content.
 */
export type Entry = { path: ByteString } & (
  | { type: 'folder'; mode: number; modifiedAt: bigint }
  | { type: 'file'; mode: number; modifiedAt: bigint; bytes: number; blobs: string[] }
  | { type: 'hardlink'; target: ByteString }
  | { type: 'symlink'; modifiedAt: bigint; target: ByteString }
);

export type FileEntry = Extract<Entry, { type: 'file' }>;

const HEAD = { format: 'skillrun-snapshot', version: 1 } as const;

const name = z
  .union([z.string().refine((text) => text.isWellFormed()), z.strictObject({ base64: z.base64() })])
  .transform(decodeBytes);
const mode = z.int().min(0).max(0o7777);
const time = z
  .string()
  .regex(/^(0|-?[1-9]\d{0,19})$/)
  .transform(BigInt);

/** An entry in JSON, whatever it says: see `checkTree`. */
export const storedEntry = z.discriminatedUnion('type', [
  z.strictObject({ path: name, type: z.literal('folder'), mode, modifiedAt: time }),
  z.strictObject({
    path: name,
    type: z.literal('file'),
    mode,
    modifiedAt: time,
    bytes: z.int().min(0),
    blobs: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  }),
  z.strictObject({ path: name, type: z.literal('hardlink'), target: name }),
  z.strictObject({ path: name, type: z.literal('symlink'), modifiedAt: time, target: name }),
]);
const storedManifest = z.strictObject({
  format: z.literal(HEAD.format),
  version: z.literal(HEAD.version),
  entries: z.array(storedEntry),
});

/** The canonical JSON of sorted entries, and its name: the same entries always give the same bytes. */
export function encodeManifest(entries: Entry[]): { body: Buffer; sha256: string } {
  const body = Buffer.from(JSON.stringify({ ...HEAD, entries: entries.map(encodeEntry) }));
  return { body, sha256: hash('sha256', body) };
}

/** Throws what JSON.parse and zod throw. */
export function decodeManifest(body: Uint8Array): Entry[] {
  return storedManifest.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))).entries;
}

/** With its fields in the order that makes the JSON canonical. */
export function encodeEntry(entry: Entry): z.input<typeof storedEntry> {
  const path = encodeBytes(entry.path);
  switch (entry.type) {
    case 'folder':
      return { path, type: entry.type, mode: entry.mode, modifiedAt: `${entry.modifiedAt}` };
    case 'file': {
      const { type, mode, modifiedAt, bytes, blobs } = entry;
      return { path, type, mode, modifiedAt: `${modifiedAt}`, bytes, blobs };
    }
    case 'hardlink':
      return { path, type: entry.type, target: encodeBytes(entry.target) };
    default:
      return { path, type: entry.type, modifiedAt: `${entry.modifiedAt}`, target: encodeBytes(entry.target) };
  }
}
