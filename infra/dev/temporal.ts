import { Connection } from '@temporalio/client';
import { SkillrunError } from '../../src/contract/errors.ts';
import { SEARCH_ATTRIBUTES } from '../../src/contract/run.ts';
import { findTemporal } from './temporal-binary.ts';
import { LOOPBACK, onPorts } from './ports.ts';
import type { Progress } from './progress.ts';
import { startServer } from './server.ts';

const NAMESPACE = 'default';

/** An answer that takes longer is none: it is asked for again. */
const ANSWER_MS = 5_000;

/**
 * A dev server has one shard, whose queue processors poll 20 times a second by default: every step waits for up to
 * 50 ms. With these, an iteration of two activities takes 20 ms instead of 200 ms.
 */
const FAST: Record<string, string> = {
  'system.enableActivityEagerExecution': 'true',
  'history.transferProcessorMaxPollRPS': '1000',
  'history.transferProcessorMaxPollHostRPS': '3000',
  'history.timerProcessorMaxPollRPS': '1000',
};

export interface TemporalOptions {
  /** Serve the web UI too. */
  ui?: boolean;
  /** Ports that have to be these; free ones otherwise. */
  ports?: { temporal?: number | undefined; ui?: number | undefined };
  /** Search attributes by name, each with its type (`Keyword`, `Int`, …); those of runs by default. */
  searchAttributes?: Record<string, string>;
  /** Dynamic configuration as JSON values, on top of the settings that make a dev server fast. */
  dynamicConfig?: Record<string, string>;
  log: Progress;
}

export interface Temporal {
  /** `host:port` of the gRPC service. */
  address: string;
  namespace: string;
  uiUrl: string | undefined;
  close(): Promise<void>;
}

/** Starts a Temporal dev server that keeps everything in memory, and waits until it serves. */
export async function startTemporal(options: TemporalOptions): Promise<Temporal> {
  const { ui = false, ports = {}, dynamicConfig, log } = options;
  const program = await findTemporal(log);
  return onPorts([ports.temporal, ...(ui ? [ports.ui] : [])], async ([port, uiPort]) => {
    const address = `${LOOPBACK}:${port}`;
    const uiUrl = uiPort === undefined ? undefined : `http://${LOOPBACK}:${uiPort}`;
    const server = await startServer({
      title: `The Temporal dev server [address=${address}]`,
      code: 'temporal_unavailable',
      program,
      args: [
        'server',
        'start-dev',
        `--ip=${LOOPBACK}`,
        `--port=${port}`,
        '--log-level=error',
        ...(uiPort === undefined ? ['--headless'] : [`--ui-port=${uiPort}`]),
        ...pairs('--search-attribute', options.searchAttributes ?? attributesOfRuns()),
        ...pairs('--dynamic-config-value', { ...FAST, ...dynamicConfig }),
      ],
      ask: async () => {
        await askNamespace(address);
        if (uiUrl !== undefined) await askUi(uiUrl);
      },
    });
    return { address, namespace: NAMESPACE, uiUrl, close: () => server.close() };
  });
}

/** The server is up some time before its namespace is. */
async function askNamespace(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: ANSWER_MS });
  try {
    await connection.withDeadline(Date.now() + ANSWER_MS, () =>
      connection.workflowService.describeNamespace({ namespace: NAMESPACE }),
    );
  } finally {
    await connection.close();
  }
}

/** The UI has a server of its own, which asks Temporal in turn. */
async function askUi(url: string): Promise<void> {
  const page = await fetch(`${url}/api/v1/namespaces/${NAMESPACE}`, { signal: AbortSignal.timeout(ANSWER_MS) });
  await page.bytes();
  if (!page.ok)
    throw new SkillrunError('temporal_unavailable', `The web UI does not reach Temporal [status=${page.status}]`);
}

function attributesOfRuns(): Record<string, string> {
  return Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map((name) => [name, 'Keyword']));
}

function pairs(flag: string, values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([key, value]) => [flag, `${key}=${value}`]);
}
