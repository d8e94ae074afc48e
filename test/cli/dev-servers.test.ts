import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDevRecord, removeDevRecord, writeDevRecord } from '../../src/cli/dev-record.ts';
import { useDevServers } from '../../src/cli/dev-servers.ts';
import type { Environment } from '../../src/config/environment.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillrun-dev-record-'));
});
afterEach(() => rm(folder, { recursive: true }));

const servers = {
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  SKILLRUN_STORE: 's3://skillrun',
  AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:2',
  AWS_ACCESS_KEY_ID: 'dev',
};
const record = { pid: process.pid, environment: servers };

async function withServers(environment: Environment): Promise<Environment> {
  const copy = { ...environment };
  await useDevServers(copy, folder);
  return copy;
}

test('commands go to the servers of a running dev', async () => {
  await writeDevRecord(folder, record);
  expect(await withServers({ HOME: '/home/me' })).toMatchObject({ HOME: '/home/me', ...servers });
});

test.each(['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'SKILLRUN_STORE'])('%s wins over a running dev', async (name) => {
  await writeDevRecord(folder, record);
  expect(await withServers({ [name]: 'mine' })).toEqual({ [name]: 'mine' });
});

test("dev's task queue is taken, unless another one is named", async () => {
  await writeDevRecord(folder, { ...record, environment: { ...servers, SKILLRUN_TASK_QUEUE: 'of-dev' } });
  expect(await withServers({})).toMatchObject({ SKILLRUN_TASK_QUEUE: 'of-dev' });
  expect(await withServers({ SKILLRUN_TASK_QUEUE: 'mine' })).toMatchObject({ ...servers, SKILLRUN_TASK_QUEUE: 'mine' });
});

test('credentials for other servers do not reach those of dev', async () => {
  await writeDevRecord(folder, record);
  const environment = await withServers({ TEMPORAL_API_KEY: 'k', AWS_SESSION_TOKEN: 't', AWS_ACCESS_KEY_ID: 'mine' });
  expect(environment).toMatchObject(servers);
  expect(environment).not.toHaveProperty('TEMPORAL_API_KEY');
  expect(environment).not.toHaveProperty('AWS_SESSION_TOKEN');
});

test('only its user can read the record, which holds the keys of the store', async () => {
  await writeDevRecord(folder, record);
  expect((await stat(join(folder, 'dev.json'))).mode & 0o777).toBe(0o600);
});

test('the record of a process that is dead is ignored', async () => {
  const { pid } = spawnSync('true');
  await writeDevRecord(folder, { ...record, pid });
  expect(await readDevRecord(folder)).toBeUndefined();
});

test('a record that others can read or write, as one from a checkout is, is ignored', async () => {
  await writeDevRecord(folder, record);
  await chmod(join(folder, 'dev.json'), 0o644);
  expect(await readDevRecord(folder)).toBeUndefined();
});

test.each([
  '',
  '{',
  '[]',
  '{"pid":1}',
  JSON.stringify({ pid: process.pid, environment: { NODE_OPTIONS: '--require x' } }),
])('what is no record is ignored: %s', async (text) => {
  await writeFile(join(folder, 'dev.json'), text, { mode: 0o600 });
  expect(await readDevRecord(folder)).toBeUndefined();
});

test('nothing is left of a record that was removed', async () => {
  await writeDevRecord(folder, record);
  await removeDevRecord(folder);
  expect(await readDevRecord(folder)).toBeUndefined();
});
