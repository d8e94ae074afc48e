import { NativeConnection } from '@temporalio/worker';
import { SkillrunError } from '../contract/errors.ts';
import { SEARCH_ATTRIBUTES } from '../contract/run.ts';
import type { TemporalConfig } from '../config/temporal.ts';

/** IndexedValueType KEYWORD (temporal/api/enums/v1/common.proto). */
const KEYWORD = 2;

/** Connects to Temporal and makes sure that the search attributes of runs exist there. */
export async function connectWorker({
  connection: options,
  namespace,
  address,
}: TemporalConfig): Promise<NativeConnection> {
  let connection: NativeConnection;
  try {
    connection = await NativeConnection.connect(options);
  } catch (cause) {
    throw new SkillrunError('temporal_unavailable', `No Temporal server answers [address=${address}]`, {
      hint: 'Start one with `skillrun dev`, or set TEMPORAL_ADDRESS',
      cause,
    });
  }
  try {
    await ensureSearchAttributes(connection, namespace, address);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

async function ensureSearchAttributes(connection: NativeConnection, namespace: string, address: string): Promise<void> {
  const wanted = Object.values(SEARCH_ATTRIBUTES);
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = wanted.filter((name) => !(name in customAttributes));
    if (missing.length === 0) return;
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, KEYWORD])),
    });
  } catch (cause) {
    throw new SkillrunError(
      'temporal_denied',
      `The search attributes of runs cannot be looked up or added [address=${address}, namespace=${namespace}]: ${(cause as Error).message}`,
      {
        hint: `Create the namespace, or have an operator add the Keyword attributes ${wanted.join(', ')}`,
        cause,
      },
    );
  }
}
