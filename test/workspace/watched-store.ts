import { FileStore } from '../../src/store/file-store.ts';
import type { PutOptions, PutResult } from '../../src/store/port.ts';

/** A store of files that tells what was put, and may interfere. */
export class WatchedStore extends FileStore {
  readonly puts: string[] = [];
  beforePut: (key: string) => void | Promise<void> = () => undefined;
  beforeStream: (key: string) => void | Promise<void> = () => undefined;

  override async put(key: string, body: Uint8Array, options?: PutOptions): Promise<PutResult> {
    await this.beforePut(key);
    this.puts.push(key);
    return await super.put(key, body, options);
  }

  override async *stream(key: string, options?: { signal?: AbortSignal }): AsyncGenerator<Uint8Array> {
    await this.beforeStream(key);
    yield* super.stream(key, options);
  }

  /** The keys put since the last call. */
  takePuts(): string[] {
    return this.puts.splice(0);
  }
}

export const ID = 'run-1';
export const signal = new AbortController().signal;
