import { loadClientConnectConfig, type ClientConnectConfig } from '@temporalio/envconfig';
import { SkillrunError } from '../contract/errors.ts';
import type { Environment } from './environment.ts';

export interface TemporalConfig {
  connection: ClientConnectConfig['connectionOptions'];
  namespace: string;
  /** For messages. */
  address: string;
}

/**
 * Reads Temporal's own variables (`TEMPORAL_ADDRESS`, `TEMPORAL_NAMESPACE`, `TEMPORAL_API_KEY`, TLS, profiles).
 * Throws `invalid_configuration`.
 */
export function temporalConfig(environment: Environment): TemporalConfig {
  const set = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  try {
    const { connectionOptions, namespace = 'default' } = loadClientConnectConfig({
      overrideEnvVars: Object.fromEntries(set),
    });
    const address = connectionOptions.address ?? 'localhost:7233';
    return { connection: { ...connectionOptions, address }, namespace, address };
  } catch (cause) {
    throw new SkillrunError(
      'invalid_configuration',
      `Temporal's settings cannot be read: ${(cause as Error).message}`,
      {
        hint: 'Check the TEMPORAL_… variables and the profile that they name',
        cause,
      },
    );
  }
}
