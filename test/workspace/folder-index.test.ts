import { expect, test } from 'vitest';
import { fromText } from '../../src/workspace/byte-string.ts';
import { untouched, type FolderIndex } from '../../src/workspace/folder-index.ts';
import type { ScannedEntry } from '../../src/workspace/scan.ts';

const path = fromText('link');
const stat = { mode: 0o777, bytes: 1, modifiedAt: 0n, changedAt: 0n, fingerprint: 'same', inode: '1 1', links: 1 };
const entry = { type: 'symlink', path, modifiedAt: 0n, target: fromText('a') } as const;
const index: FolderIndex = { snapshot: '', scannedAt: 0n, entries: new Map([[path, { fingerprint: 'same', entry }]]) };

test.each<[string, ScannedEntry, boolean]>([
  ['looks the same', { type: 'symlink', path, stat, target: fromText('a') }, true],
  [
    'leads elsewhere, though made anew in the same tick on the same inode',
    { type: 'symlink', path, stat, target: fromText('b') },
    false,
  ],
  ['looks different', { type: 'symlink', path, stat: { ...stat, fingerprint: 'other' }, target: fromText('a') }, false],
  ['is a file by now', { type: 'file', path, stat, reach: Buffer.from('link') }, false],
  ['was not there', { type: 'symlink', path: fromText('other'), stat, target: fromText('a') }, false],
])('a link that %s', (_, scanned, same) => {
  expect(untouched(index, scanned)).toBe(same ? entry : undefined);
});
