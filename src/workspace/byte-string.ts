import { isUtf8 } from 'node:buffer';

/**
 * Bytes as a string with one character (U+0000 to U+00FF) for each: names and paths need not be UTF-8, and this form
 * keeps any of them, serves as a key, and sorts by bytes.
 */
export type ByteString = string & { readonly brand: unique symbol };

export const EMPTY = '' as ByteString;

export function fromBytes(bytes: Buffer): ByteString {
  return bytes.toString('latin1') as ByteString;
}

export function toBytes(text: ByteString): Buffer {
  return Buffer.from(text, 'latin1');
}

export function fromText(text: string): ByteString {
  return fromBytes(Buffer.from(text));
}

/** For people: what is not UTF-8 shows as U+FFFD. */
export function toText(bytes: ByteString): string {
  return toBytes(bytes).toString();
}

export function joinPath(folder: ByteString, name: ByteString): ByteString {
  return (folder === '' ? name : `${folder}/${name}`) as ByteString;
}

/** The path of the folder that holds an entry; empty for those at the top. */
export function parentPath(path: ByteString): ByteString {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as ByteString;
}

export function nameOf(path: ByteString): ByteString {
  return path.slice(path.lastIndexOf('/') + 1) as ByteString;
}

/** Bytes in JSON: their text where they are UTF-8, so that people can read it, else base64 and marked as such. */
export type EncodedBytes = string | { base64: string };

export function encodeBytes(bytes: ByteString): EncodedBytes {
  const buffer = toBytes(bytes);
  return isUtf8(buffer) ? buffer.toString() : { base64: buffer.toString('base64') };
}

export function decodeBytes(encoded: EncodedBytes): ByteString {
  return typeof encoded === 'string' ? fromText(encoded) : fromBytes(Buffer.from(encoded.base64, 'base64'));
}
