import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { storeContract } from './store.contract.ts';

const environment = inject('environment');
Object.assign(process.env, environment);
const bucket = environment['SKILLRUN_STORE'];

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));
afterEach(() => vi.unstubAllEnvs());

storeContract('S3', async () => openStore(`${bucket}/${randomUUID()}`));

storeContract('S3 under a nested prefix', async () => openStore(`${bucket}/${randomUUID()}/a.b/c_d/`));

storeContract('files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'store with späces%41-'));
  folders.push(folder);
  return openStore(pathToFileURL(join(folder, 'made on demand')).href);
});

describe('the check of an S3 store names what is wrong and the way out', () => {
  test('no such bucket', async () => {
    await expect(openStore('s3://no-such-bucket').check()).rejects.toMatchObject({
      code: 'store_denied',
      message: expect.stringContaining('bucket=no-such-bucket'),
      hint: expect.stringContaining('Create it'),
    });
  });

  test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('a wrong %s', async (name) => {
    vi.stubEnv(name, 'wrong');
    await expect(openStore(`${bucket}`).check()).rejects.toMatchObject({
      code: 'store_denied',
      hint: expect.stringContaining('AWS_ACCESS_KEY_ID'),
    });
  });

  test('no credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null');
    vi.stubEnv('AWS_CONFIG_FILE', '/dev/null');
    await expect(openStore(`${bucket}`).check()).rejects.toMatchObject({
      code: 'store_denied',
      message: expect.stringContaining('no credentials'),
    });
  });
});
