import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileStore } from '../../src/store/file-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a store of files', () => {
  test('leaves nothing behind of a put that failed', async () => {
    const store = new FileStore(folder);
    await writeFile(join(folder, 'source'), 'half');
    await using source = await open(join(folder, 'source'));
    await expect(store.putFile('a/b', source, 10)).rejects.toMatchObject({ code: 'file_changed' });
    expect(await readdir(join(folder, '#incoming'))).toEqual([]);
    expect(await store.find('a/b')).toBeUndefined();
  });

  test('does not list what a killed put left, nor files that are no objects', async () => {
    const store = new FileStore(folder);
    await store.put('object', Buffer.from('x'));
    await mkdir(join(folder, '#incoming'), { recursive: true });
    await writeFile(join(folder, '#incoming', 'left'), 'half');
    await writeFile(join(folder, 'not a key'), 'x');
    const keys = (await Array.fromAsync(store.list(''))).map(({ key }) => key);
    expect(keys).toEqual(['object']);
  });

  test('says that a file stands in the place of its folder', async () => {
    await writeFile(join(folder, 'file'), '');
    const store = new FileStore(join(folder, 'file'));
    const denied = { code: 'store_denied', message: expect.stringContaining(store.root), hint: expect.any(String) };
    await expect(store.check()).rejects.toMatchObject(denied);
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject(denied);
  });

  test('an object under another object is an error, not "existed"', async () => {
    const store = new FileStore(folder);
    await store.put('a', Buffer.from('x'));
    await expect(store.put('a/b', Buffer.from('y'))).rejects.toMatchObject({ code: 'store_denied' });
  });
});
