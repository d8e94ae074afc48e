import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Environment, startEnvironment } from '../../../infra/dev/environment.ts';
import { findTemporal } from '../../../infra/dev/temporal-binary.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** A PATH and a cache without a gateway, and a `go` that cannot fetch one; returns a folder to use. */
async function withoutGateway(): Promise<string> {
  const temporal = await findTemporal(log);
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'go'), '#!/bin/sh\necho no route to host >&2; exit 1\n', { mode: 0o755 });
  vi.stubEnv('SKILLRUN_TEMPORAL_BIN', temporal);
  vi.stubEnv('SKILLRUN_VERSITYGW_BIN', '');
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  vi.stubEnv('XDG_CACHE_HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

describe('an environment', () => {
  let environment: Environment;
  let connection: Connection;
  beforeAll(async () => {
    environment = await startEnvironment({ ui: true, log });
    connection = await Connection.connect({ address: environment.temporal.address });
  });
  afterAll(async () => {
    await connection?.close();
    await environment?.close();
  });

  test('has a Temporal with the namespace and the search attributes of runs', async () => {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace: environment.environment['TEMPORAL_NAMESPACE']!,
    });
    expect(Object.keys(customAttributes ?? {})).toEqual(
      expect.arrayContaining(['SkillrunSkill', 'SkillrunModel', 'SkillrunStatus']),
    );
  });

  test('has the web UI', async () => {
    const throughUi = await fetch(`${environment.temporal.uiUrl}/api/v1/namespaces/default`);
    expect(await throughUi.json()).toMatchObject({ namespaceInfo: { name: 'default' } });
  });

  test('has a bucket, which the variables that it hands out are enough to reach', async () => {
    expect(environment.store).toBe('s3://skillrun');
    for (const [name, value] of Object.entries(environment.environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const s3 = new S3Client({ forcePathStyle: true });
    await s3.send(new HeadBucketCommand({ Bucket: 'skillrun' }));
  });
});

test('an environment that is closed is gone', async () => {
  const { temporal, close } = await startEnvironment({ log });
  await close();
  await expect(Connection.connect({ address: temporal.address, connectTimeout: '1s' })).rejects.toThrow();
});

describe('without a gateway', () => {
  test('the store is a folder where that is allowed, and it is said', async () => {
    const folder = await withoutGateway();
    const said: string[] = [];
    const fallbackFolder = join(folder, 'objects');
    await using environment = await startEnvironment({ fallbackFolder, log: (line) => said.push(line) });
    expect(environment.environment['SKILLRUN_STORE']).toBe(pathToFileURL(fallbackFolder).href);
    expect(existsSync(fallbackFolder)).toBe(true);
    expect(said.at(-1)).toMatch(/^No S3 gateway, so objects are kept as files of .*no route to host/);
  });

  test('there is no environment where that is not allowed', async () => {
    await withoutGateway();
    await expect(startEnvironment({ log: () => {} })).rejects.toMatchObject({ code: 'missing_binary' });
  });
});
