import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Asset } from '../../src/contract/asset.ts';
import { ID, signal, useGround } from './hosts.ts';

const ground = useGround();

async function upload(path: string, content: string | Buffer): Promise<Asset> {
  const body = Buffer.from(content);
  const sha256 = hash('sha256', body);
  await ground.store.put(`inputs/${sha256}`, body);
  const uri = ground.store.uri(`inputs/${sha256}`);
  return { kind: 'document', path, uri, mediaType: 'text/plain', bytes: body.length, sha256 };
}

function place(inputs: Asset[], prepare: (folder: string) => void = () => undefined) {
  const host = ground.host();
  return ground.change((folder) => {
    prepare(folder);
    return host.placeInputs(folder, inputs, signal);
  });
}

describe('inputs', () => {
  test('lie in the folder inputs of the workspace, and in its snapshot', async () => {
    const big = Buffer.alloc(5 * 1024 * 1024, 'big');
    const snapshot = await place([await upload('inputs/a b.txt', 'text'), await upload('inputs/ü.bin', big)]);
    await ground.host('elsewhere').read(ID, snapshot, signal, async (folder) => {
      expect(fs.readdirSync(folder)).toEqual(['inputs']);
      expect(fs.readFileSync(join(folder, 'inputs/a b.txt'), 'utf8')).toBe('text');
      expect(fs.readFileSync(join(folder, 'inputs/ü.bin')).equals(big)).toBe(true);
      expect(fs.statSync(join(folder, 'inputs/ü.bin')).mode & 0o777).toBe(0o644);
    });
  });

  test('none make no folder', async () => {
    expect(await ground.entriesAt(await place([]))).toEqual({});
  });

  test.each<[string, (folder: string) => void]>([
    ['a link to the outside', (folder) => fs.symlinkSync(ground.folder, join(folder, 'inputs'))],
    ['a file', (folder) => fs.writeFileSync(join(folder, 'inputs'), 'x')],
    ['a locked folder', (folder) => fs.mkdirSync(join(folder, 'inputs'), 0)],
  ])('%s that an earlier run left in place of the folder is replaced', async (_, prepare) => {
    const entries = await ground.entriesAt(await place([await upload('inputs/a', 'text')], prepare));
    expect(entries).toEqual({ inputs: 'folder 755', 'inputs/a': 'file 644 text' });
    expect(fs.existsSync(join(ground.folder, 'a'))).toBe(false);
  });

  test.each<[string, (path: string) => void]>([
    ['a link to the outside', (path) => fs.symlinkSync(join(ground.folder, 'victim'), path)],
    ['a file', (path) => fs.writeFileSync(path, 'a longer text than the new one')],
    ['a folder', (path) => fs.mkdirSync(join(path, 'deep'), { recursive: true })],
  ])('%s that an earlier run left in place of the file is replaced', async (_, prepare) => {
    fs.writeFileSync(join(ground.folder, 'victim'), 'untouched');
    const snapshot = await place([await upload('inputs/a', 'text')], (folder) => {
      fs.mkdirSync(join(folder, 'inputs'));
      prepare(join(folder, 'inputs/a'));
    });
    expect(await ground.entriesAt(snapshot)).toEqual({ inputs: 'folder 755', 'inputs/a': 'file 644 text' });
    expect(fs.readFileSync(join(ground.folder, 'victim'), 'utf8')).toBe('untouched');
  });

  test.each([
    'a',
    '/inputs/a',
    'inputs',
    'inputs/',
    'inputs/..',
    'inputs/../a',
    'inputs/a/b',
    'inputs/a\0',
    '../inputs/a',
  ])('at %j are refused', async (path) => {
    await expect(place([await upload(path, 'text')])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(JSON.stringify(path)),
    });
  });

  test.each<[string, Partial<Asset>]>([
    ['another content', { sha256: hash('sha256', 'other') }],
    ['fewer bytes', { bytes: 3 }],
    ['more bytes', { bytes: 5 }],
  ])('that the store has with %s than they say are damaged', async (_, lie) => {
    await expect(place([{ ...(await upload('inputs/a', 'text')), ...lie }])).rejects.toMatchObject({
      code: 'object_damaged',
      message: expect.stringContaining('inputs/a'),
    });
  });

  test('of another store are foreign', async () => {
    const foreign = { ...(await upload('inputs/a', 'text')), uri: 's3://elsewhere/a' };
    await expect(place([foreign])).rejects.toMatchObject({ code: 'foreign_object' });
  });
});
