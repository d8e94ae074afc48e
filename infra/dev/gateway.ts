import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { makeFolder } from './folder.ts';
import { LOOPBACK, onPorts } from './ports.ts';
import type { Progress } from './progress.ts';
import { startServer } from './server.ts';
import { findVersitygw } from './versitygw-binary.ts';

const REGION = 'us-east-1';
const BUCKET = 'skillrun';
/** The same every time: it owns the objects that a folder holds from before. What is secret is the other key. */
const ACCESS_KEY_ID = 'skillrun';

export interface GatewayOptions {
  /** Keep the objects in this folder; a temporary one, gone with the gateway, otherwise. */
  folder?: string | undefined;
  /** A port that has to be this one; a free one otherwise. */
  port?: number | undefined;
  log: Progress;
}

export interface Gateway {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Points the AWS SDK and command line at the gateway. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Starts an S3 gateway over a folder, with keys of its own and a bucket, and waits until it serves. */
export async function startGateway({ folder, port: wanted, log }: GatewayOptions): Promise<Gateway> {
  const program = await findVersitygw(log);
  const secretAccessKey = randomBytes(20).toString('hex');
  return onPorts([wanted], async ([port]) => {
    const endpoint = `http://${LOOPBACK}:${port}`;
    const temporaryFolder = folder === undefined ? await mkdtemp(join(tmpdir(), 'skillrun-s3-')) : undefined;
    const root = folder ?? temporaryFolder!;
    await makeFolder(root);
    const server = await startServer({
      title: `The S3 gateway [endpoint=${endpoint}, folder=${root}]`,
      code: 'store_unavailable',
      program,
      args: ['--port', `${LOOPBACK}:${port}`, '--region', REGION, '--quiet', 'posix', root],
      // Not as arguments: those can be read by every process of the machine.
      environment: { ROOT_ACCESS_KEY_ID: ACCESS_KEY_ID, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
      temporaryFolder,
      ask: () => createBucket(endpoint, secretAccessKey),
    });
    const environment = {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
    return {
      endpoint,
      bucket: BUCKET,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey,
      environment,
      close: () => server.close(),
    };
  });
}

async function createBucket(endpoint: string, secretAccessKey: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey },
    region: REGION,
    forcePathStyle: true,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  } finally {
    client.destroy();
  }
}
