import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useGround, write } from './hosts.ts';

const ground = useGround();

/** The keys that are read from the store during the work. */
async function streamed(work: () => Promise<unknown>): Promise<string[]> {
  const keys: string[] = [];
  ground.store.beforeStream = (key) => void keys.push(key);
  await work();
  return keys;
}

describe('the copy on the host', () => {
  test('is used again, also by the next process', async () => {
    const first = await ground.change(write('a', '1'));
    expect(await streamed(() => ground.change(() => undefined, first))).toEqual([]);
    expect(await streamed(() => ground.change(() => undefined, first, ground.host()))).toEqual([]);
  });

  test('is not used for another snapshot', async () => {
    const first = await ground.change(write('a', '1'));
    await ground.change(write('a', '2'), first);
    expect(await ground.entriesAt(first, ground.host())).toEqual({ a: 'file 644 1' });
  });

  test.each<[string, (folder: string) => void]>([
    ['a file was written', write('a', '2')],
    ['a file was added', write('b', '2')],
    ['a file was removed', (folder) => fs.rmSync(join(folder, 'a'))],
    ['a mode was changed', (folder) => fs.chmodSync(join(folder, 'd'), 0o700)],
    ['the root was locked', (folder) => fs.chmodSync(folder, 0o500)],
    ['the folder is gone', (folder) => fs.rmSync(folder, { recursive: true })],
    ['a link took its place', (folder) => (fs.rmSync(folder, { recursive: true }), fs.symlinkSync('/etc', folder))],
    ['its marker is damaged', (folder) => fs.writeFileSync(join(dirname(folder), 'index.json'), '{"version":')],
    [
      'its marker is of another version',
      (folder) => fs.writeFileSync(join(dirname(folder), 'index.json'), '{"version":2}'),
    ],
  ])('is not used when %s behind our back', async (_, meddle) => {
    const first = await ground.change((folder) => {
      write('a', '1')(folder);
      fs.mkdirSync(join(folder, 'd'));
    });
    meddle(ground.folderOn('host'));
    const expected = { a: 'file 644 1', d: 'folder 755' };
    expect(await ground.entriesAt(first, ground.host())).toEqual(expected);
    expect(await streamed(() => ground.entriesAt(first, ground.host()))).toEqual([]);
  });

  test('has no marker while a change runs, so that one that dies leaves none', async () => {
    const marker = (): boolean => fs.existsSync(join(dirname(ground.folderOn('host')), 'index.json'));
    const first = await ground.change(write('a', '1'));
    expect(marker()).toBe(true);
    await ground.change(() => expect(marker()).toBe(false), first);
    expect(marker()).toBe(true);
  });

  test('is private to the worker', async () => {
    await ground.change(() => undefined);
    const home = dirname(ground.folderOn('host'));
    expect(fs.statSync(home).mode & 0o777).toBe(0o700);
    expect(fs.statSync(join(home, 'files')).mode & 0o777).toBe(0o755);
  });
});
