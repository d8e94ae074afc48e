import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Gateway, startGateway } from '../../../infra/dev/gateway.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { busyPort } from './busy-port.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

function client({ endpoint, accessKeyId, secretAccessKey }: Gateway): S3Client {
  const credentials = { accessKeyId, secretAccessKey };
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
}

describe('a gateway', () => {
  test('keeps the objects of a folder that it is given, also for the next one', async () => {
    const folder = await temporaryFolder();
    const object = { Bucket: 'skillrun', Key: 'runs/1/object' };
    const first = await startGateway({ folder, log });
    await client(first).send(new PutObjectCommand({ ...object, Body: 'content' }));
    await first.close();
    const second = await startGateway({ folder, log });
    onTestFinished(() => second.close());
    const { Body } = await client(second).send(new GetObjectCommand(object));
    expect(await Body?.transformToString()).toBe('content');
  });

  test('never overwrites an object that has to be new', async () => {
    const gateway = await startGateway({ log });
    onTestFinished(() => gateway.close());
    const put = new PutObjectCommand({ Bucket: gateway.bucket, Key: 'once', Body: 'content', IfNoneMatch: '*' });
    await client(gateway).send(put);
    await expect(client(gateway).send(put)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });

  test('refuses a wanted port that is busy, naming it and the way out', async () => {
    const port = await busyPort();
    await expect(startGateway({ port, log })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: `Another process listens on this port [port=${port}]`,
      hint: expect.stringContaining('name another port'),
    });
  });

  test('refuses a folder that cannot be one, naming it', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(startGateway({ folder: join(folder, 'file'), log })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: `This folder cannot be made [path=${join(folder, 'file')}]`,
    });
  });
});
