import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { hostsQueue, type WorkerRole } from '../contract/queues.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** The server remembers a poller for five minutes; a live one polls at least once in this time. */
const FRESH_MS = 90_000;

/** The roles whose task queues nobody has polled lately. */
export async function rolesWithoutWorker(client: Client, taskQueue: string): Promise<WorkerRole[]> {
  const queues: [WorkerRole, string, keyof typeof TaskQueueType][] = [
    ['workflows', taskQueue, 'TASK_QUEUE_TYPE_WORKFLOW'],
    ['models', taskQueue, 'TASK_QUEUE_TYPE_ACTIVITY'],
    ['host', hostsQueue(taskQueue), 'TASK_QUEUE_TYPE_ACTIVITY'],
  ];
  const missing = await Promise.all(
    queues.map(async ([role, name, type]) => {
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name },
        taskQueueType: TaskQueueType[type],
      });
      return (pollers ?? []).some(({ lastAccessTime }) => isFresh(lastAccessTime?.seconds)) ? [] : [role];
    }),
  );
  return missing.flat();
}

function isFresh(seconds: unknown): boolean {
  return Date.now() - Number(seconds ?? 0) * 1000 < FRESH_MS;
}
