import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanFolder } from '../../src/workspace/scan.ts';
import { readSteadily, type ScannedFile } from '../../src/workspace/steady-file.ts';
import { signal, useGround, write } from './hosts.ts';

const ground = useGround();

/** Scans a folder with one file, lets something happen to it, and reads it. */
async function readAfter(happens: (path: string) => void, whileReading?: (path: string) => void): Promise<string> {
  const folder = join(ground.folder, 'workspace');
  const path = join(folder, 'file');
  fs.mkdirSync(folder);
  write('file', 'content')(folder);
  using scan = await scanFolder(folder, signal);
  happens(path);
  const { value } = await readSteadily(scan.entries[0] as ScannedFile, async (file) => {
    whileReading?.(path);
    return await file.readFile('utf8');
  });
  return value;
}

const replaceBy = (make: (path: string) => void) => (path: string) => {
  fs.rmSync(path);
  make(path);
};

const accidents: [string, (path: string) => void][] = [
  ['is written to', (path) => fs.writeFileSync(path, 'longer content')],
  ['gets another mode', (path) => fs.chmodSync(path, 0o600)],
  ['gets another name', (path) => fs.linkSync(path, `${path}-too`)],
];

describe('a file that was scanned', () => {
  test('is read when nothing happens to it', async () => {
    expect(await readAfter(() => undefined)).toBe('content');
  });

  test.each<[string, (path: string) => void]>([
    ...accidents,
    ['is removed', (path) => fs.rmSync(path)],
    ['becomes a link to a file that nobody may see', replaceBy((path) => fs.symlinkSync('/proc/self/environ', path))],
    ['becomes a fifo that nobody writes to', replaceBy((path) => execFileSync('mkfifo', [path]))],
    ['becomes a folder', replaceBy((path) => fs.mkdirSync(path))],
    ['becomes another file', replaceBy((path) => fs.writeFileSync(path, 'content'))],
  ])('and then %s has changed', async (_, happens) => {
    await expect(readAfter(happens, () => expect.unreachable())).rejects.toMatchObject({
      code: 'file_changed',
      message: expect.stringContaining('"file"'),
    });
  });

  test.each(accidents)('and that %s while it is read has changed', async (_, happens) => {
    await expect(readAfter(() => undefined, happens)).rejects.toMatchObject({ code: 'file_changed' });
  });
});
