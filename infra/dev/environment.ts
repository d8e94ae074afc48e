import { pathToFileURL } from 'node:url';
import { describeError, isSkillrunError } from '../../src/contract/errors.ts';
import { makeFolder } from './folder.ts';
import { startGateway } from './gateway.ts';
import type { Progress } from './progress.ts';
import { startTemporal, type Temporal } from './temporal.ts';

export interface EnvironmentOptions {
  /** Serve Temporal's web UI too. */
  ui?: boolean;
  /** Ports that have to be these; free ones otherwise. */
  ports?: { temporal?: number | undefined; ui?: number | undefined; s3?: number | undefined };
  /** Dynamic configuration of Temporal as JSON values, on top of the settings that make a dev server fast. */
  dynamicConfig?: Record<string, string>;
  /** Where the gateway keeps its objects; a temporary folder otherwise. */
  folder?: string;
  /** Where no gateway is to be had, say so and keep the objects as files of this folder instead of failing. */
  fallbackFolder?: string;
  /** Gets a line for everything that takes long. */
  log: Progress;
}

export interface Environment extends AsyncDisposable {
  temporal: Pick<Temporal, 'address' | 'namespace' | 'uiUrl'>;
  /** `SKILLRUN_STORE`: `s3://…`, or `file:///…` after the fall-back. */
  store: string;
  /** What to start a worker or a command with, on top of its own environment. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Starts Temporal and an S3 gateway for this process. They end with it, however it ends. */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { ui = false, ports = {}, dynamicConfig = {}, log } = options;
  const [temporal, store] = await together(startTemporal({ ui, ports, dynamicConfig, log }), startStore(options));
  const close = async (): Promise<void> => {
    await Promise.all([temporal.close(), store.close()]);
  };
  return {
    temporal,
    store: store.uri,
    environment: {
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      SKILLRUN_STORE: store.uri,
      ...store.environment,
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface DevStore {
  uri: string;
  environment: Record<string, string>;
  close(): Promise<void>;
}

async function startStore({ folder, ports, fallbackFolder, log }: EnvironmentOptions): Promise<DevStore> {
  try {
    const gateway = await startGateway({ folder, port: ports?.s3, log });
    return { uri: `s3://${gateway.bucket}`, environment: gateway.environment, close: () => gateway.close() };
  } catch (error) {
    if (fallbackFolder === undefined || !isSkillrunError(error) || error.code !== 'missing_binary') throw error;
    log(`No S3 gateway, so objects are kept as files of ${fallbackFolder}: ${describeError(error)}`);
    await makeFolder(fallbackFolder);
    return { uri: pathToFileURL(fallbackFolder).href, environment: {}, close: () => Promise.resolve() };
  }
}

/** Both or none: when one does not start, the other is ended before the error goes on. */
async function together<A extends Closable, B extends Closable>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  try {
    return await Promise.all([a, b]);
  } catch (error) {
    for (const start of await Promise.allSettled<Closable>([a, b])) {
      if (start.status === 'fulfilled') await start.value.close();
    }
    throw error;
  }
}

interface Closable {
  close(): Promise<void>;
}
