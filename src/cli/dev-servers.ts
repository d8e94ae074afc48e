import { devNull } from 'node:os';
import type { Environment } from '../config/environment.ts';
import { readDevRecord } from './dev-record.ts';

/** Variables of other servers, their credentials and profiles: none of them may be mixed with those of the dev servers. */
const FOREIGN = /^(TEMPORAL_|AWS_)/;

/**
 * Points an environment at the servers of a `skillrun dev` that runs in this folder, unless it says itself where Temporal
 * or the store is.
 */
export async function useDevServers(environment: Environment, folder?: string): Promise<void> {
  const isSet = ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'SKILLRUN_STORE'].some((name) => Boolean(environment[name]));
  const record = isSet ? undefined : await readDevRecord(folder);
  if (record === undefined) return;
  const taskQueue = environment['SKILLRUN_TASK_QUEUE'];
  pointAt(environment, { ...record.environment, ...(taskQueue ? { SKILLRUN_TASK_QUEUE: taskQueue } : {}) });
}

/** No such file: Temporal's profiles lead to other servers. (An empty file is an error to `@temporalio/envconfig`.) */
const NO_PROFILES = `${devNull}.toml`;

/** Replaces everything in an environment that says where Temporal and the store are, and as whom to go there. */
export function pointAt(environment: Environment, servers: Record<string, string>): void {
  for (const name of Object.keys(environment)) if (FOREIGN.test(name)) delete environment[name];
  Object.assign(environment, servers, { TEMPORAL_CONFIG_FILE: NO_PROFILES });
}
