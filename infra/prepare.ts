import { BucketAlreadyOwnedByYou, CreateBucketCommand } from '@aws-sdk/client-s3';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { workerSettings } from '../src/config/settings.ts';
import { temporalConfig, type TemporalConfig } from '../src/config/temporal.ts';
import { s3Client } from '../src/store/s3-client.ts';
import { connectWorker } from '../src/worker/connect.ts';

/** Prepares a Temporal and an S3 of one's own for runs: namespace, search attributes, bucket. What is there stays as it is. */

/** How long Temporal keeps the histories of closed runs. */
const RETENTION = '30 days';

/** `ALREADY_EXISTS` of gRPC. */
const ALREADY_EXISTS = 6;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function prepareNamespace({ connection: options, namespace }: TemporalConfig): Promise<void> {
  const connection = await Connection.connect(options);
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(RETENTION),
    });
    say(`Registered the namespace ${namespace}`);
  } catch (error) {
    if (!isGrpcServiceError(error) || (error.code as number) !== ALREADY_EXISTS) throw error;
    say(`The namespace ${namespace} is there`);
  } finally {
    await connection.close();
  }
}

async function prepareBucket(storeUrl: string): Promise<void> {
  if (!storeUrl.startsWith('s3://')) return;
  const bucket = new URL(storeUrl).hostname;
  const client = s3Client();
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    say(`Created the bucket ${bucket}`);
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
    say(`The bucket ${bucket} is there`);
  } finally {
    client.destroy();
  }
}

const temporal = temporalConfig(process.env);
await prepareNamespace(temporal);
const worker = await connectWorker(temporal);
await worker.close();
await prepareBucket(workerSettings(process.env).storeUrl);
