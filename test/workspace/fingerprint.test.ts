import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entryStat, isRacy, type EntryStat } from '../../src/workspace/fingerprint.ts';
import { useGround } from './hosts.ts';

const ground = useGround();
const SECOND = 1_000_000_000n;

function statOf(name: string): EntryStat {
  return entryStat(fs.lstatSync(join(ground.folder, name), { bigint: true }));
}

describe('a fingerprint', () => {
  test.each<[string, (path: string) => void]>([
    ['new content of the same size and time', (path) => (fs.writeFileSync(path, 'new'), fs.utimesSync(path, 1, 1))],
    ['another mode', (path) => fs.chmodSync(path, 0o600)],
    ['another time', (path) => fs.utimesSync(path, 2, 2)],
    ['a further name', (path) => fs.linkSync(path, `${path}-too`)],
    [
      'another file in its place',
      (path) => (fs.writeFileSync(`${path}-too`, 'old'), fs.renameSync(`${path}-too`, path)),
    ],
  ])('is another after %s', async (_, touch) => {
    const path = join(ground.folder, 'file');
    fs.writeFileSync(path, 'old');
    fs.utimesSync(path, 1, 1);
    const before = statOf('file');
    // The clock of the file system ticks on before the next change.
    await expect
      .poll(() => (fs.writeFileSync(join(ground.folder, 'tick'), ''), statOf('tick').changedAt))
      .toBeGreaterThan(before.changedAt);
    touch(path);
    expect(statOf('file').fingerprint).not.toBe(before.fingerprint);
  });

  test('of a folder is not moved by what its entries go through', () => {
    fs.mkdirSync(join(ground.folder, 'folder'));
    fs.writeFileSync(join(ground.folder, 'folder/file'), 'old');
    const before = statOf('folder').fingerprint;
    fs.writeFileSync(join(ground.folder, 'folder/file'), 'new');
    expect(statOf('folder').fingerprint).toBe(before);
  });
});

test.each([
  ['long before the scan', -10n * SECOND, false],
  ['just before it', -SECOND, true],
  ['in its tick', 0n, true],
  ['after it, as clocks that were set back make it', SECOND, true],
])('an entry whose last change was %s', (_, offset, racy) => {
  const scannedAt = 1_000_000n * SECOND;
  const stat = { ...entryStat(fs.lstatSync('.', { bigint: true })), changedAt: scannedAt + offset };
  expect(isRacy(stat, scannedAt)).toBe(racy);
});
