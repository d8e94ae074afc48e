import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Worker, type NativeConnection, type WorkerOptions as TemporalWorkerOptions } from '@temporalio/worker';
import { createActivities } from '../../activities/index.ts';
import type { Environment } from '../config/environment.ts';
import { workerSettings } from '../config/settings.ts';
import { temporalConfig } from '../config/temporal.ts';
import { hostQueue, hostsQueue, WORKER_ROLES, type WorkerRole } from '../contract/queues.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { workflowBundle } from './bundle.ts';
import { connectWorker } from './connect.ts';
import { openHostFolder } from './data-folder.ts';
import { buildDependencies } from './dependencies.ts';

export interface WorkerOptions {
  environment: Environment;
  /** All by default. */
  roles?: WorkerRole[];
  /** JSON lines on stderr by default. */
  logger?: Logger;
}

export interface RunningWorker {
  hostId: string;
  taskQueue: string;
  /** What is in force for commands, in words. */
  sandbox: string;
  /** Resolves when the worker has stopped; rejects when it failed. */
  ended: Promise<void>;
  /** Takes no new work, gives running work a moment, and ends. */
  stop(): Promise<void>;
}

/** Workflows kept in memory between their tasks; each takes about half a megabyte. */
const CACHED_WORKFLOWS = 500;

/** A cancellation reaches an activity with the answer to its next heartbeat: the throttle is how long that may take. */
const timing = {
  shutdownGraceTime: '5 seconds',
  shutdownForceTime: '30 seconds',
  maxHeartbeatThrottleInterval: '1 second',
  defaultHeartbeatThrottleInterval: '1 second',
  // A run's next step is offered to the worker that has it in memory first; a dead one costs this much of a recovery.
  stickyQueueScheduleToStartTimeout: '1 second',
} as const;

/**
 * Starts a worker as the environment says. Everything is checked before anything polls: Temporal, the store, the
 * sandbox. Throws `invalid_configuration`, `temporal_unavailable`, `store_unavailable`, `store_denied`,
 * `sandbox_unavailable`.
 */
export async function startWorker({
  environment,
  roles = [...WORKER_ROLES],
  logger = createLogger({ level: 'info', pretty: false }),
}: WorkerOptions): Promise<RunningWorker> {
  const settings = workerSettings(environment);
  const temporal = temporalConfig(environment);
  const hostId = `${hostname()}-${randomUUID().slice(0, 8)}`;
  const folder = await openHostFolder(settings.dataFolder, hostId);
  let connection: NativeConnection | undefined;
  try {
    const queue = hostQueue(settings.taskQueue, hostId);
    const dependencies = buildDependencies(settings, environment, folder.path, queue);
    await dependencies.store.check();
    const sandbox = roles.includes('host') ? await dependencies.sandbox.probe() : 'no commands on this worker';
    connection = await connectWorker(temporal);
    const common = { connection, namespace: temporal.namespace, ...timing };
    const activities = createActivities(dependencies);
    const workers = await Promise.all(
      workerOptions(roles, settings, queue, activities, await workflowBundle()).map((options) =>
        Worker.create({ ...common, ...options }),
      ),
    );
    logger.info(
      { roles, taskQueue: settings.taskQueue, host: queue, store: settings.storeUrl, sandbox },
      'worker started',
    );
    return running(workers, connection, folder.remove, { hostId, taskQueue: settings.taskQueue, sandbox });
  } catch (error) {
    await connection?.close();
    await folder.remove();
    throw error;
  }
}

type PartialOptions = Omit<TemporalWorkerOptions, 'connection' | 'namespace'>;

/** One Temporal worker per task queue. Workflow tasks and model calls share one, so that model calls start eagerly. */
function workerOptions(
  roles: WorkerRole[],
  { taskQueue, maxCommands }: { taskQueue: string; maxCommands: number },
  ownQueue: string,
  { prepareRun, callModel, openWorkspace, executeBash, setOutput, closeWorkspace }: ReturnType<typeof createActivities>,
  codePath: string,
): PartialOptions[] {
  const workflows: Partial<PartialOptions> = roles.includes('workflows')
    ? { workflowBundle: { codePath }, maxCachedWorkflows: CACHED_WORKFLOWS }
    : {};
  const models: Partial<PartialOptions> = roles.includes('models') ? { activities: { prepareRun, callModel } } : {};
  const runs = [{ taskQueue, ...workflows, ...models }];
  const host = [
    {
      taskQueue: hostsQueue(taskQueue),
      activities: { openWorkspace },
      maxConcurrentActivityTaskExecutions: maxCommands,
    },
    {
      taskQueue: ownQueue,
      activities: { executeBash, setOutput, closeWorkspace },
      maxConcurrentActivityTaskExecutions: maxCommands,
    },
  ];
  return [
    ...(roles.includes('workflows') || roles.includes('models') ? runs : []),
    ...(roles.includes('host') ? host : []),
  ];
}

function running(
  workers: Worker[],
  connection: NativeConnection,
  removeFolder: () => Promise<void>,
  about: Pick<RunningWorker, 'hostId' | 'taskQueue' | 'sandbox'>,
): RunningWorker {
  const stopAll = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const ended = (async () => {
    try {
      await Promise.all(
        workers.map(async (worker) => {
          try {
            await worker.run();
          } finally {
            stopAll();
          }
        }),
      );
    } finally {
      await connection.close();
      await removeFolder();
    }
  })();
  return {
    ...about,
    ended,
    async stop() {
      stopAll();
      await ended;
    },
  };
}
