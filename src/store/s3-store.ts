import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { fileContent } from './file-content.ts';
import { checkImmutability } from './immutability.ts';
import { checkKey, checkPrefix, foreignUri, isKey } from './key.ts';
import { unlessMissing } from './missing.ts';
import type { GetOptions, PutOptions, PutResult, Store, StoredObject } from './port.ts';
import { classifyS3Error, isPreconditionFailed } from './s3-errors.ts';

/** Bigger files go up in parts, a few at a time, so that memory does not grow with the file. */
const PART_BYTES = 8 * 1024 * 1024;
/** S3's own limits. */
const PARTS = 10_000;
const DELETES_AT_ONCE = 1_000;

/** Objects in a bucket of S3, or of a gateway that speaks it, under a prefix. */
export class S3Store implements Store {
  readonly root: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  /** Empty, or ends with a slash. */
  readonly #prefix: string;

  constructor(client: S3Client, bucket: string, prefix: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.root = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  }

  uri(key: string): string {
    return `${this.root}/${checkKey(key)}`;
  }

  key(uri: string): string {
    const key = uri.slice(this.root.length + 1);
    if (!uri.startsWith(`${this.root}/`) || !isKey(key)) throw foreignUri(uri, this.root);
    return key;
  }

  async put(key: string, body: Uint8Array, options: PutOptions = {}): Promise<PutResult> {
    const request = new PutObjectCommand({ ...this.#creation(key, options), Body: body });
    return await this.#create(key, options, async () => {
      await this.#client.send(request, abortOn(options));
    });
  }

  async putFile(key: string, file: FileHandle, bytes: number, options: PutOptions = {}): Promise<PutResult> {
    if (bytes <= PART_BYTES) return await this.put(key, await buffer(fileContent(file, bytes)), options);
    // Asked first, because the parts are only refused once they have all been sent.
    if (await unlessMissing(this.#head(key, options))) return 'existed';
    return await this.#create(key, options, async () => {
      const stop = new AbortController();
      const abort = (): void => stop.abort();
      const upload = new Upload({
        client: this.#client,
        params: { ...this.#creation(key, options), Body: Readable.from(fileContent(file, bytes)) },
        partSize: Math.max(PART_BYTES, Math.ceil(bytes / PARTS)),
        abortController: stop,
      });
      options.signal?.addEventListener('abort', abort, { once: true });
      try {
        await upload.done();
      } finally {
        options.signal?.removeEventListener('abort', abort);
      }
    });
  }

  async get(key: string, options: GetOptions = {}): Promise<Uint8Array> {
    return await buffer(this.stream(key, options));
  }

  async find(key: string, options: GetOptions = {}): Promise<Uint8Array | undefined> {
    return await unlessMissing(this.get(key, options));
  }

  async *stream(key: string, options: GetOptions = {}): AsyncGenerator<Uint8Array> {
    const request = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#path(key) });
    try {
      options.signal?.throwIfAborted();
      const { Body } = await this.#client.send(request, abortOn(options));
      if (Body instanceof Readable) yield* Body as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw this.#failure(error, options, key);
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const input = { Bucket: this.#bucket, Prefix: this.#prefix + checkPrefix(prefix) };
    try {
      for await (const page of paginateListObjectsV2({ client: this.#client }, input)) {
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          const key = Key.slice(this.#prefix.length);
          if (isKey(key)) yield { key, bytes: Size, modifiedAt: LastModified };
        }
      }
    } catch (error) {
      throw this.#failure(error, {});
    }
  }

  async remove(keys: string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += DELETES_AT_ONCE) {
      const batch = keys.slice(start, start + DELETES_AT_ONCE).map((key) => ({ Key: this.#path(key) }));
      const request = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: batch, Quiet: true } });
      try {
        const { Errors: [first] = [] } = await this.#client.send(request);
        if (first !== undefined) throw classifyS3Error(first, { bucket: this.#bucket, key: first.Key });
      } catch (error) {
        throw this.#failure(error, {});
      }
    }
  }

  async check(): Promise<void> {
    await checkImmutability(this);
  }

  #path(key: string): string {
    return this.#prefix + checkKey(key);
  }

  #creation(key: string, { mediaType }: PutOptions) {
    return { Bucket: this.#bucket, Key: this.#path(key), IfNoneMatch: '*', ContentType: mediaType };
  }

  /**
   * A retry of the SDK after a lost acknowledgement finds its own object and reports that it existed: the same to
   * callers, because whatever is under a key stays.
   */
  async #create(key: string, { signal }: PutOptions, send: () => Promise<void>): Promise<PutResult> {
    try {
      signal?.throwIfAborted();
      await send();
      return 'created';
    } catch (error) {
      if (isPreconditionFailed(error)) return 'existed';
      throw this.#failure(error, { signal }, key);
    }
  }

  async #head(key: string, options: PutOptions): Promise<true> {
    try {
      await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: this.#path(key) }), abortOn(options));
      return true;
    } catch (error) {
      throw this.#failure(error, options, key);
    }
  }

  #failure(error: unknown, { signal }: { signal?: AbortSignal | undefined }, key?: string): unknown {
    if (signal?.aborted) return signal.reason;
    return classifyS3Error(error, { bucket: this.#bucket, key: key === undefined ? undefined : this.#path(key) });
  }
}

function abortOn({ signal }: { signal?: AbortSignal }): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}
