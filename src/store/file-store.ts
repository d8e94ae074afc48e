import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { fileContent } from './file-content.ts';
import { classifyFileError } from './file-errors.ts';
import { checkKey, checkPrefix, foreignUri, isKey } from './key.ts';
import { unlessMissing } from './missing.ts';
import { createFile, type Content } from './new-file.ts';
import type { GetOptions, PutOptions, PutResult, Store, StoredObject } from './port.ts';

/** Not a name that a key can have: objects on their way in are found by nobody. */
const INCOMING = '#incoming';

/** Objects as files of a folder, for development and tests: one machine, no credentials. */
export class FileStore implements Store {
  readonly root: string;
  readonly #folder: string;
  readonly #incoming: string;

  /** Takes an absolute path; the folder is made when the first object comes. */
  constructor(folder: string) {
    this.root = pathToFileURL(folder).href;
    this.#folder = folder;
    this.#incoming = join(folder, INCOMING);
  }

  /** A uri that leads to the file: the percent signs of a key are characters of its name. */
  uri(key: string): string {
    return `${this.root}/${checkKey(key).replaceAll('%', '%25')}`;
  }

  key(uri: string): string {
    const key = uri.slice(this.root.length + 1).replaceAll('%25', '%');
    if (!isKey(key) || this.uri(key) !== uri) throw foreignUri(uri, this.root);
    return key;
  }

  async put(key: string, body: Uint8Array, { signal }: PutOptions = {}): Promise<PutResult> {
    return await this.#create(key, [body], signal);
  }

  async putFile(key: string, file: FileHandle, bytes: number, { signal }: PutOptions = {}): Promise<PutResult> {
    return await this.#create(key, fileContent(file, bytes), signal);
  }

  async get(key: string, options: GetOptions = {}): Promise<Uint8Array> {
    return await buffer(this.stream(key, options));
  }

  async find(key: string, options: GetOptions = {}): Promise<Uint8Array | undefined> {
    return await unlessMissing(this.get(key, options));
  }

  async *stream(key: string, { signal }: GetOptions = {}): AsyncGenerator<Uint8Array> {
    const path = this.#path(key);
    try {
      signal?.throwIfAborted();
      await using file = await open(path);
      for await (const chunk of fileContent(file, (await file.stat()).size)) {
        signal?.throwIfAborted();
        yield chunk;
      }
    } catch (error) {
      throw this.#failure(error, { key, reads: true, signal });
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const folder = checkPrefix(prefix).slice(0, prefix.lastIndexOf('/') + 1);
    for await (const key of this.#keys(folder)) {
      const object = key.startsWith(prefix) ? await unlessMissing(this.#describe(key)) : undefined;
      if (object !== undefined) yield object;
    }
  }

  async remove(keys: string[]): Promise<void> {
    for (const key of keys) {
      const path = this.#path(key);
      await this.#attempt(() => rm(path, { force: true }), { key, reads: false });
    }
  }

  async check(): Promise<void> {
    const probe = join(this.#incoming, randomUUID());
    await this.#attempt(() => createFile(probe, [Buffer.from('check')], this.#incoming), { reads: false });
    await rm(probe, { force: true });
  }

  #path(key: string): string {
    return join(this.#folder, checkKey(key));
  }

  async #create(key: string, content: Content, signal: AbortSignal | undefined): Promise<PutResult> {
    const path = this.#path(key);
    return await this.#attempt(
      () => {
        signal?.throwIfAborted();
        return createFile(path, content, this.#incoming, signal);
      },
      { key, reads: false, signal },
    );
  }

  /** The keys under a folder (empty, or ending with a slash), in order. */
  async *#keys(folder: string): AsyncGenerator<string> {
    for (const name of (await unlessMissing(this.#names(folder))) ?? []) {
      if (name.endsWith('/')) yield* this.#keys(folder + name);
      else yield folder + name;
    }
  }

  /** What lies in a folder: names of folders end with a slash, which sorts them to where their keys belong. */
  async #names(folder: string): Promise<string[]> {
    const read = () => readdir(join(this.#folder, folder), { withFileTypes: true });
    const entries = await this.#attempt(read, { reads: true });
    return entries
      .filter((entry) => isKey(entry.name))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .toSorted(byCharacters);
  }

  async #describe(key: string): Promise<StoredObject> {
    const { size, mtime } = await this.#attempt(() => stat(this.#path(key)), { key, reads: true });
    return { key, bytes: size, modifiedAt: mtime };
  }

  async #attempt<T>(call: () => Promise<T>, about: Request): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw this.#failure(error, about);
    }
  }

  #failure(error: unknown, { signal, ...about }: Request): unknown {
    return signal?.aborted ? signal.reason : classifyFileError(error, { root: this.root, ...about });
  }
}

interface Request {
  key?: string;
  reads: boolean;
  signal?: AbortSignal | undefined;
}

function byCharacters(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
