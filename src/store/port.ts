import type { FileHandle } from 'node:fs/promises';

/** The result of a put: objects are immutable, so what is already there stays. */
export type PutResult = 'created' | 'existed';

export interface StoredObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * The object store. Keys are relative to the store's root, `/`-separated, of the characters `A-Z a-z 0-9 . _ - % @ /`,
 * without empty, `.` or `..` segments. Objects are never overwritten. Every call takes part in cancellation through its
 * signal. Errors: `object_missing`, `object_damaged`, `store_unavailable` (retry helps), `store_denied`, `foreign_object`.
 */
export interface Store {
  /** `s3://bucket/prefix` or `file:///dir`, without a trailing slash. */
  readonly root: string;
  /** The uri of a key. */
  uri(key: string): string;
  /** The key of a uri; throws `foreign_object` when it is of another store. */
  key(uri: string): string;
  /** Stores bytes unless the key exists (`If-None-Match: *`). */
  put(key: string, body: Uint8Array, options?: PutOptions): Promise<PutResult>;
  /** Stores the content of an open file from its start, streaming; `bytes` is its size. */
  putFile(key: string, file: FileHandle, bytes: number, options?: PutOptions): Promise<PutResult>;
  /** The whole object; throws `object_missing`. */
  get(key: string, options?: GetOptions): Promise<Uint8Array>;
  /** The whole object, or undefined where there is none. */
  find(key: string, options?: GetOptions): Promise<Uint8Array | undefined>;
  /** The object as a stream of chunks; throws `object_missing` before the first chunk. */
  stream(key: string, options?: GetOptions): AsyncIterable<Uint8Array>;
  /** All objects whose key starts with the prefix, in key order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes objects; those that are not there are no error. */
  remove(keys: string[]): Promise<void>;
  /** Throws when the store cannot be reached or written to, naming it and the way out. */
  check(): Promise<void>;
}

export interface PutOptions {
  mediaType?: string;
  signal?: AbortSignal;
}

export interface GetOptions {
  signal?: AbortSignal;
}
