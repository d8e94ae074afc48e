import { join } from 'node:path';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Connection } from '@temporalio/client';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { startEnvironment } from '../../infra/dev/environment.ts';

const PROGRAM = join(import.meta.dirname, '../../infra/prepare.ts');

test('a Temporal and an S3 that have nothing get what runs need, and keep it when prepared again', async () => {
  const servers = await startEnvironment({ log: (line) => process.stderr.write(`${line}\n`) });
  onTestFinished(() => servers.close());
  const env: Record<string, string> = {
    ...servers.environment,
    TEMPORAL_NAMESPACE: 'team',
    SKILLRUN_STORE: 's3://team-bucket/runs',
  };

  const first = await execa('node', [PROGRAM], { env });
  expect(first.stderr).toBe('Registered the namespace team\nCreated the bucket team-bucket');
  const second = await execa('node', [PROGRAM], { env });
  expect(second.stderr).toBe('The namespace team is there\nThe bucket team-bucket is there');

  const connection = await Connection.connect({ address: servers.temporal.address });
  onTestFinished(() => connection.close());
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'team' });
  expect(Object.keys(customAttributes ?? {})).toContain('SkillrunStatus');

  const s3 = new S3Client({
    endpoint: env['AWS_ENDPOINT_URL_S3']!,
    region: env['AWS_REGION']!,
    forcePathStyle: true,
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID']!, secretAccessKey: env['AWS_SECRET_ACCESS_KEY']! },
  });
  await s3.send(new HeadBucketCommand({ Bucket: 'team-bucket' }));
});
