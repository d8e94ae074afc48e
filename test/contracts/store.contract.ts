import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store, StoredObject } from '../../src/store/port.ts';

/** More than goes into one request. */
const BIG = 9 * 1024 * 1024;

/** What every adapter of the port Store keeps to. `open` gives an empty store. */
export function storeContract(name: string, openEmpty: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    let folder: string;
    beforeAll(async () => {
      store = await openEmpty();
      folder = await mkdtemp(join(tmpdir(), 'store-contract-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function file(content: Uint8Array): Promise<FileHandle> {
      const path = join(folder, randomBytes(8).toString('hex'));
      await writeFile(path, content);
      return await open(path);
    }

    const text = async (key: string): Promise<string> => new TextDecoder().decode(await store.get(key));
    const list = async (prefix: string): Promise<StoredObject[]> => await Array.fromAsync(store.list(prefix));
    const keys = async (prefix: string): Promise<string[]> => (await list(prefix)).map(({ key }) => key);

    test('an object comes back as it was put', async () => {
      const body = randomBytes(100_000);
      expect(await store.put('put/bytes', body)).toBe('created');
      expect(Buffer.from(await store.get('put/bytes')).equals(body)).toBe(true);
    });

    test('an empty object is an object', async () => {
      expect(await store.put('put/empty', new Uint8Array())).toBe('created');
      expect(await store.get('put/empty')).toHaveLength(0);
      expect(await store.find('put/empty')).toHaveLength(0);
    });

    test('a second put changes nothing and says so', async () => {
      await store.put('put/twice', Buffer.from('first'));
      expect(await store.put('put/twice', Buffer.from('second'))).toBe('existed');
      expect(await text('put/twice')).toBe('first');
    });

    test('of many puts at the same moment one wins, and its bytes stay', async () => {
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, index) => store.put('put/race', Buffer.from(`attempt ${index}`))),
      );
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      expect(await text('put/race')).toBe(`attempt ${results.indexOf('created')}`);
    });

    test.each([0, 1, 1000, BIG])('a file of %i bytes comes back as it was', async (bytes) => {
      const content = randomBytes(bytes);
      await using handle = await file(content);
      expect(await store.putFile(`file/${bytes}`, handle, bytes)).toBe('created');
      expect(Buffer.from(await store.get(`file/${bytes}`)).equals(content)).toBe(true);
    });

    test('a file is stored from its start, wherever it has been read to, and stays open', async () => {
      await using handle = await file(Buffer.from('from the start'));
      await handle.read(Buffer.alloc(5), 0, 5);
      await store.putFile('file/position', handle, 14);
      expect(await text('file/position')).toBe('from the start');
      expect((await handle.stat()).size).toBe(14);
    });

    test.each([10, BIG])('a file of %i bytes does not overwrite', async (bytes) => {
      await store.put(`file/taken-${bytes}`, Buffer.from('first'));
      await using handle = await file(randomBytes(bytes));
      expect(await store.putFile(`file/taken-${bytes}`, handle, bytes)).toBe('existed');
      expect(await text(`file/taken-${bytes}`)).toBe('first');
    });

    test('of two big files at the same moment one wins', async () => {
      const results = await Promise.all(
        [1, 2].map(async (fill) => {
          await using handle = await file(Buffer.alloc(BIG, fill));
          return await store.putFile('file/race', handle, BIG);
        }),
      );
      expect(results.toSorted()).toEqual(['created', 'existed']);
      expect((await store.get('file/race'))[0]).toBe(results.indexOf('created') + 1);
    });

    test.each([10, BIG])('a file that turns out shorter than %i bytes is not stored', async (bytes) => {
      await using handle = await file(randomBytes(bytes - 1));
      await expect(store.putFile(`file/short-${bytes}`, handle, bytes)).rejects.toMatchObject({ code: 'file_changed' });
      expect(await store.find(`file/short-${bytes}`)).toBeUndefined();
    });

    test('a missing object is an error for get and stream, and undefined for find', async () => {
      await expect(store.get('none/here')).rejects.toMatchObject({ code: 'object_missing' });
      await expect(Array.fromAsync(store.stream('none/here'))).rejects.toMatchObject({ code: 'object_missing' });
      await expect(store.get('none/here')).rejects.toThrow(/key=.*none\/here/);
      expect(await store.find('none/here')).toBeUndefined();
    });

    test('what other keys lie under is no object', async () => {
      await store.put('nested/deep/object', Buffer.from('x'));
      expect(await store.find('nested/deep')).toBeUndefined();
    });

    test('a stream gives the object in pieces and can be left early', async () => {
      const body = randomBytes(BIG);
      await store.put('stream/big', body);
      const chunks = await Array.fromAsync(store.stream('stream/big'));
      expect(chunks.length).toBeGreaterThan(1);
      expect(Buffer.concat(chunks).equals(body)).toBe(true);
      for await (const chunk of store.stream('stream/big')) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
    });

    test('a list has every object under the prefix, in the order of keys, with size and time', async () => {
      const before = Date.now();
      const names = ['list/a/b', 'list/a-b', 'list/a.b', 'list/ab', 'list/a/b-c', 'list/a%20b', 'list/Z', 'listed'];
      await Promise.all(names.map((key) => store.put(key, Buffer.from(key))));
      expect(await keys('list/')).toEqual(names.filter((key) => key.startsWith('list/')).toSorted());
      expect(await keys('list/a/')).toEqual(['list/a/b', 'list/a/b-c']);
      expect(await keys('list/a')).toEqual(names.filter((key) => key.startsWith('list/a')).toSorted());
      expect(await keys('nothing/')).toEqual([]);
      const [first] = await list('list/Z');
      expect(first?.bytes).toBe('list/Z'.length);
      // S3 tells whole seconds.
      expect(first?.modifiedAt.getTime()).toBeGreaterThan(before - 2000);
    });

    test('a list goes on beyond one page', async () => {
      const names = Array.from({ length: 1100 }, (_, index) => `pages/${String(index).padStart(4, '0')}`);
      for (let start = 0; start < names.length; start += 50) {
        await Promise.all(names.slice(start, start + 50).map((key) => store.put(key, Buffer.from('x'))));
      }
      expect(await keys('pages/')).toEqual(names);
      await store.remove(names);
      expect(await keys('pages/')).toEqual([]);
    });

    test('removed objects are gone, and removing what is not there is no error', async () => {
      await store.put('remove/a', Buffer.from('a'));
      await store.put('remove/b', Buffer.from('b'));
      await store.remove(['remove/a', 'remove/none']);
      await store.remove([]);
      expect(await keys('remove/')).toEqual(['remove/b']);
      expect(await store.put('remove/a', Buffer.from('again'))).toBe('created');
    });

    test('every kind of character that a key may have survives', async () => {
      const key = 'Keys/a-Z_0.9@%41%2F%25/..a/.b/...';
      await store.put(key, Buffer.from('x'));
      expect(await keys('Keys/')).toEqual([key]);
      expect(store.key(store.uri(key))).toBe(key);
      expect(await text(key)).toBe('x');
    });

    test.each(['', '/', 'a/', '/a', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', 'a b', 'a\0b', 'é', 'a\\b', 'a#b'])(
      '%j is no key: nothing is read, written or removed',
      async (key) => {
        const refused = { code: 'foreign_object' };
        await expect(store.put(key, Buffer.from('x'))).rejects.toMatchObject(refused);
        await expect(store.get(key)).rejects.toMatchObject(refused);
        await expect(store.find(key)).rejects.toMatchObject(refused);
        await expect(store.remove([key])).rejects.toMatchObject(refused);
        expect(() => store.uri(key)).toThrow(/Not a key/);
        expect(() => store.key(`${store.root}/${key}`)).toThrow(/Not an object of this store/);
      },
    );

    test('a uri of another store is foreign', () => {
      for (const uri of ['s3://elsewhere/a', 'file:///elsewhere/a', `${store.root}x/a`, store.root, 'a', '']) {
        expect(() => store.key(uri)).toThrow(expect.objectContaining({ code: 'foreign_object' }));
      }
    });

    test('a list cannot be led outside', async () => {
      await expect(keys('../')).rejects.toMatchObject({ code: 'foreign_object' });
    });

    test('an aborted call throws the reason of its signal', async () => {
      const reason = new Error('enough');
      const signal = AbortSignal.abort(reason);
      await using handle = await file(randomBytes(BIG));
      await store.put('abort/there', Buffer.from('x'));
      await expect(store.put('abort/put', Buffer.from('x'), { signal })).rejects.toBe(reason);
      await expect(store.putFile('abort/file', handle, BIG, { signal })).rejects.toBe(reason);
      await expect(store.get('abort/there', { signal })).rejects.toBe(reason);
      await expect(store.find('abort/there', { signal })).rejects.toBe(reason);
      await expect(Array.fromAsync(store.stream('abort/there', { signal }))).rejects.toBe(reason);
      expect(await keys('abort/')).toEqual(['abort/there']);
    });

    test('an abort in the middle of a stream ends it with the reason', async () => {
      await store.put('abort/stream', randomBytes(BIG));
      const controller = new AbortController();
      const reason = new Error('enough');
      const reading = (async () => {
        for await (const _ of store.stream('abort/stream', { signal: controller.signal })) controller.abort(reason);
      })();
      await expect(reading).rejects.toBe(reason);
    });

    test('a working store passes its check, again and again', async () => {
      await store.check();
      await store.check();
    });
  });
}
