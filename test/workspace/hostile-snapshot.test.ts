import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SnapshotRef } from '../../src/contract/workspace.ts';
import { PIECE_BYTES } from '../../src/workspace/pieces.ts';
import { ID, signal, useGround, write } from './hosts.ts';

const ground = useGround();

const EMPTY = hash('sha256', '');
const CONTENT = 'content';
const SHA256 = hash('sha256', CONTENT);
const TIME = { modifiedAt: '0' };
const folder = (path: unknown) => ({ path, type: 'folder', mode: 0o755, ...TIME });
const link = (path: unknown, target: unknown) => ({ path, type: 'symlink', ...TIME, target });
const hard = (path: unknown, target: unknown) => ({ path, type: 'hardlink', target });
const file = (path: unknown, more: object = {}) => {
  return { path, type: 'file', mode: 0o644, ...TIME, bytes: CONTENT.length, blobs: [SHA256], ...more };
};
const base64 = (text: string) => ({ base64: Buffer.from(text, 'latin1').toString('base64') });

/** Stores a manifest under its right name, as only its content may betray it. */
async function manifest(content: unknown): Promise<SnapshotRef> {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const key = `snapshots/${hash('sha256', body)}.json`;
  await ground.store.put(`blobs/${SHA256.slice(0, 2)}/${SHA256}`, Buffer.from(CONTENT));
  await ground.store.put(key, body);
  return { uri: ground.store.uri(key) };
}

const withEntries = (...entries: unknown[]) => manifest({ format: 'skillrun-snapshot', version: 1, entries });

/** Expects an error that names the object, nothing on the host, and nothing outside. */
async function expectRefused(snapshot: SnapshotRef, error: object): Promise<void> {
  const outside = (): string[] => fs.readdirSync(ground.folder).filter((name) => name !== 'host');
  const before = outside();
  const opened = ground.host().read(ID, snapshot, signal, () => expect.unreachable());
  await expect(opened).rejects.toMatchObject(error);
  const left = fs.existsSync(join(ground.folder, 'host')) ? ground.homesOn('host') : [];
  expect(left, 'no partial folder').toEqual([]);
  expect(outside()).toEqual(before);
}

function objectPath(key: string): string {
  return join(ground.folder, 'store', key);
}

/** A snapshot of which the host that made it has no copy, with the keys of one of its blobs and of its manifest. */
async function makeSnapshot(): Promise<{ snapshot: SnapshotRef; blob: string; manifest: string }> {
  const snapshot = await ground.change((path) => {
    for (let n = 0; n < 20; n += 1) write(`f${n}`, `content ${n}`)(path);
  });
  await ground.host().close(ID);
  return { snapshot, blob: ground.store.puts[7]!, manifest: ground.store.puts.at(-1)! };
}

describe('a snapshot whose objects are damaged', () => {
  test.each<[string, (path: string) => void]>([
    [
      'flipped',
      (path) =>
        fs.writeFileSync(
          path,
          fs.readFileSync(path).map((byte, at) => (at === 3 ? byte ^ 1 : byte)),
        ),
    ],
    ['cut', (path) => fs.truncateSync(path, 5)],
    ['longer', (path) => fs.appendFileSync(path, 'x')],
  ])('%s: an error that names the object', async (_, damage) => {
    const { snapshot, ...keys } = await makeSnapshot();
    for (const key of [keys.blob, keys.manifest]) {
      damage(objectPath(key));
      await expectRefused(snapshot, { code: 'object_damaged', message: expect.stringContaining(`key=${key}]`) });
    }
  });

  test('a manifest that was replaced by another valid one: an error that names it', async () => {
    const { snapshot, manifest: key } = await makeSnapshot();
    const path = objectPath(key);
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('"mode":420', '"mode":511'));
    await expectRefused(snapshot, { code: 'object_damaged', message: expect.stringContaining(`key=${key}]`) });
  });

  test('missing: an error that names the object', async () => {
    const { snapshot, ...keys } = await makeSnapshot();
    for (const key of [keys.blob, keys.manifest]) {
      fs.rmSync(objectPath(key));
      await expectRefused(snapshot, { code: 'object_missing', message: expect.stringContaining(`${key}]`) });
    }
  });
});

describe('a ref that is no snapshot of this store', () => {
  test.each(['s3://elsewhere/snapshots/x.json', 'file:///etc/passwd', '', 'nonsense'])('%j is foreign', async (uri) => {
    await expectRefused({ uri }, { code: 'foreign_object', message: expect.stringContaining(`uri=${uri}`) });
  });

  test('another object of the store is foreign', async () => {
    await ground.store.put('inputs/x', Buffer.from('x'));
    await expectRefused({ uri: ground.store.uri('inputs/x') }, { code: 'foreign_object' });
  });
});

describe('a manifest that is none', () => {
  test.each([
    ['no JSON', Buffer.from('x')],
    ['no UTF-8', Buffer.from('"\xff"', 'latin1')],
    ['no object', []],
    ['another format', { format: 'other', version: 1, entries: [] }],
    ['another version', { format: 'skillrun-snapshot', version: 2, entries: [] }],
    ['a field too many', { format: 'skillrun-snapshot', version: 1, entries: [], more: 1 }],
  ])('%s is refused', async (_, content) => {
    const snapshot = await manifest(content);
    await expectRefused(snapshot, {
      code: 'object_damaged',
      message: expect.stringMatching(/snapshots\/[0-9a-f]{64}/),
    });
  });
});

describe('a hostile manifest is refused before anything is written', () => {
  test.each<[string, unknown[]]>([
    ['a path upwards', [file('../escape')]],
    ['a path upwards inside', [folder('a'), file('a/../../escape')]],
    ['a path upwards as bytes', [file(base64('../escape'))]],
    ['an absolute path', [file('/tmp/escape')]],
    ['the root itself', [folder('')]],
    ['a path that is a dot', [folder('.')]],
    ['a path that ends with a slash', [folder('a/')]],
    ['a path with an empty name', [folder('a'), file('a//b')]],
    ['a path with a NUL', [file('a\0b')]],
    ['a name that is too long', [file('x'.repeat(256))]],
    ['text that is no text', [file('\ud800')]],
    ['base64 that is none', [file({ base64: '*' })]],
    ['a path twice', [file('a'), file('a')]],
    ['a path twice in two spellings', [file('a'), link(base64('a'), 'x')]],
    ['paths out of order', [file('b'), file('a')]],
    ['a file through a link', [link('a', '..'), file('a/escape')]],
    ['a folder through a link', [link('a', '/tmp'), folder('a/escape')]],
    ['a child of a file', [file('a'), file('a/b')]],
    ['a child of a hard link', [file('a'), hard('b', 'a'), file('b/c')]],
    ['a child of no folder', [file('a/b')]],
    ['a hard link to the outside', [hard('a', '../store/secret')]],
    ['a hard link to what comes later', [hard('a', 'b'), file('b')]],
    ['a hard link to a folder', [folder('a'), hard('b', 'a')]],
    ['a hard link to a link', [link('a', '/etc/passwd'), hard('b', 'a')]],
    ['a link to nothing', [link('a', '')]],
    ['a link with a NUL', [link('a', 'b\0c')]],
    ['a link that is too long', [link('a', 'x'.repeat(4096))]],
    ['a negative size', [file('a', { bytes: -1, blobs: [] })]],
    ['a size without content', [file('a', { bytes: 5, blobs: [] })]],
    ['more content than size', [file('a', { bytes: 0, blobs: [EMPTY] })]],
    ['a size beyond all numbers', [file('a', { bytes: 1e300 })]],
    ['a mode with a type', [file('a', { mode: 0o100644 })]],
    ['a negative mode', [file('a', { mode: -1 })]],
    ['a blob that is a path', [file('a', { blobs: ['../../etc/passwd'] })]],
    ['a time that is none', [file('a', { modifiedAt: 'now' })]],
    ['a type that is none', [{ ...file('a'), type: 'device' }]],
    ['a field too many', [file('a', { uid: 0 })]],
  ])('%s', async (_, entries) => {
    await expectRefused(await withEntries(...entries), {
      code: 'object_damaged',
      message: expect.stringMatching(/snapshots\/[0-9a-f]{64}\.json/),
    });
    expect(ground.store.puts).toHaveLength(2);
  });

  test('a bomb: more than fits on the disk', async () => {
    const { bavail, bsize } = fs.statfsSync(ground.folder);
    const blobs = Array.from({ length: Math.ceil((2 * bavail * bsize) / PIECE_BYTES) }, () => SHA256);
    const bytes = blobs.length * PIECE_BYTES;
    await expectRefused(await withEntries(file('a', { bytes, blobs })), {
      code: 'host_failed',
      message: expect.stringContaining(`${bytes} bytes`),
    });
  });

  test.each([-1, 1])('a file that is said to be %i byte longer than its blob', async (more) => {
    await expectRefused(await withEntries(file('a', { bytes: CONTENT.length + more })), { code: 'object_damaged' });
  });
});

test('a manifest that is not hostile opens, so the ones above fail for their own reasons', async () => {
  const snapshot = await withEntries(folder('a'), file('a/b'), hard('c', 'a/b'), link('d', '../..'));
  expect(await ground.entriesAt(snapshot)).toEqual({
    a: 'folder 755',
    'a/b': 'file 644 content',
    c: 'the same file as a/b',
    d: 'link to ../..',
  });
});
