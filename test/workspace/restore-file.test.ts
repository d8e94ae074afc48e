import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromText } from '../../src/workspace/byte-string.ts';
import { restoreFile } from '../../src/workspace/restore-file.ts';
import { signal, useGround } from './hosts.ts';

const ground = useGround();

test.each<[string, (path: string, victim: string) => void]>([
  ['a file', (path) => fs.writeFileSync(path, 'untouched')],
  ['a link', (path, victim) => fs.symlinkSync(victim, path)],
  ['a link to nothing yet', (path) => fs.symlinkSync('not-there', path)],
])('a restored file is never written into %s that is there', async (_, prepare) => {
  const [path, victim] = [join(ground.folder, 'file'), join(ground.folder, 'victim')];
  fs.writeFileSync(victim, 'untouched');
  prepare(path, victim);
  const blobs = [hash('sha256', 'x')];
  await ground.store.put(`blobs/${blobs[0]!.slice(0, 2)}/${blobs[0]}`, Buffer.from('x'));
  const entry = { type: 'file', path: fromText('file'), mode: 0o644, modifiedAt: 0n, bytes: 1, blobs } as const;
  await expect(restoreFile({ ...entry, blobs }, Buffer.from(path), ground.store, signal)).rejects.toMatchObject({
    code: 'EEXIST',
  });
  expect(fs.readFileSync(victim, 'utf8')).toBe('untouched');
  expect(fs.existsSync(join(ground.folder, 'not-there'))).toBe(false);
});
