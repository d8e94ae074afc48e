import { Client, Connection } from '@temporalio/client';
import type { Environment } from '../config/environment.ts';
import { taskQueueOf } from '../config/settings.ts';
import { temporalConfig } from '../config/temporal.ts';
import { SkillrunError } from '../contract/errors.ts';
import type { Store } from '../store/port.ts';
import { openStore } from '../store/open-store.ts';
import { SkillrunClient } from './skillrun-client.ts';
import { clientError } from './temporal-errors.ts';

export interface ConnectedClient extends SkillrunClient, AsyncDisposable {
  /** Temporal's own client on the same connection, for what this one does not offer. */
  temporal: Client;
  close(): Promise<void>;
}

/**
 * Connects as the environment says: `TEMPORAL_…`, `SKILLRUN_STORE`, `SKILLRUN_TASK_QUEUE`. Throws
 * `temporal_unavailable` and `invalid_configuration`.
 */
export async function connect(environment: Environment = process.env): Promise<ConnectedClient> {
  const { connection: options, namespace, address } = temporalConfig(environment);
  const connection = await Connection.connect({ ...options, connectTimeout: '5 seconds' } as object).catch(
    (error: unknown) => {
      throw clientError(error, `address=${address}`);
    },
  );
  const temporal = new Client({ connection, namespace });
  const client = new SkillrunClient({
    client: temporal,
    openStore: lazyStore(environment),
    taskQueue: taskQueueOf(environment),
  });
  const close = (): Promise<void> => connection.close();
  return Object.assign(client, { temporal, close, [Symbol.asyncDispose]: close });
}

function lazyStore(environment: Environment): () => Store {
  let store: Store | undefined;
  return () => {
    const url = environment['SKILLRUN_STORE'];
    if (url === undefined || url === '') {
      throw new SkillrunError('invalid_configuration', 'SKILLRUN_STORE is not set', {
        hint: 'Set it to the store of the workers, s3://bucket/prefix or file:///folder',
      });
    }
    return (store ??= openStore(url));
  };
}
