import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadOutputs, fileNames } from '../../src/cli/download.ts';
import { OUTPUT_KINDS, type Output, type OutputKind, type Outputs } from '../../src/contract/output.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';

let root: string;
let store: Store;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillrun-download-'));
  store = openStore(pathToFileURL(join(root, 'store')).href);
  folder = join(root, 'to');
});
afterEach(() => rm(root, { recursive: true }));

async function output(kind: OutputKind, path: string, content: string): Promise<Output> {
  const body = Buffer.from(content);
  const key = `outputs/${hash('sha256', `${kind}${content}`)}`;
  await store.put(key, body);
  return { kind, path, uri: store.uri(key), mediaType: 'text/plain', bytes: body.length, sha256: hash('sha256', body) };
}

const at = (kind: OutputKind, path: string): Output => ({ kind, path, uri: '', mediaType: '', bytes: 0, sha256: '' });

const download = (outputs: Outputs) => Array.fromAsync(downloadOutputs(outputs, folder, store));

test('outputs come under the names that they had, with nothing else beside them', async () => {
  const image = await output('image', 'out/picture.png', 'picture');
  expect(await download({ image })).toEqual([{ output: image, file: join(folder, 'picture.png'), written: true }]);
  expect(await readFile(join(folder, 'picture.png'), 'utf8')).toBe('picture');
  expect(await readdir(folder)).toEqual(['picture.png']);
});

test('a second download finds the files there', async () => {
  const outputs = { image: await output('image', 'a.png', 'picture') };
  await download(outputs);
  expect(await download(outputs)).toMatchObject([{ written: false }]);
});

test('another file of the same name is left alone', async () => {
  const outputs = { image: await output('image', 'a.png', 'picture') };
  await download(outputs);
  await writeFile(join(folder, 'a.png'), 'mine');
  const message = expect.stringMatching(/\[file=.*a\.png\]$/) as unknown;
  await expect(download(outputs)).rejects.toMatchObject({ code: 'already_exists', message });
  expect(await readFile(join(folder, 'a.png'), 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(['a.png']);
});

test('an object that is not what the run stored never appears', async () => {
  const image = await output('image', 'a.png', 'picture');
  const outputs = { image: { ...image, sha256: hash('sha256', 'another') } };
  await expect(download(outputs)).rejects.toMatchObject({ code: 'object_damaged' });
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be written to is named', async () => {
  await writeFile(folder, 'a file');
  await expect(download({ image: await output('image', 'a.png', 'x') })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/EEXIST.*to\]$/) as unknown,
  });
});

test('an object of another store is refused', async () => {
  const image = await output('image', 'a.png', 'picture');
  await expect(download({ image: { ...image, uri: 's3://other/a.png' } })).rejects.toMatchObject({
    code: 'foreign_object',
  });
});

test('two outputs of one name both come', () => {
  const names = fileNames({ image: at('image', 'a/out'), document: at('document', 'b/out') });
  expect([...names.keys()]).toEqual(['image-out', 'document-out']);
});

test('no path that a model can choose leads out of the folder, hides a file or displaces another', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '..',
      '.',
      '/',
      '../../etc/passwd',
      '.bashrc',
      'a/..',
      '\0',
      '...',
      'x\n',
      'C:\\x',
      'ä'.repeat(300),
    ),
  );
  fc.assert(
    fc.property(fc.tuple(nasty, nasty, nasty), (paths) => {
      const all = paths.map((path, index): [OutputKind, Output] => {
        const kind = OUTPUT_KINDS[index]!;
        return [kind, at(kind, path)];
      });
      const names = fileNames(Object.fromEntries(all));
      expect(names.size).toBe(paths.length);
      for (const name of names.keys()) {
        expect(name).toMatch(/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u);
        expect(Buffer.byteLength(name)).toBeLessThan(240);
      }
    }),
  );
});
