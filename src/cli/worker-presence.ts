import type { ConnectedClient } from '../client/index.ts';
import { hostsQueue } from '../contract/queues.ts';
import type { WorkerRole } from '../worker/roles.ts';

/** temporal/api/enums/v1/task_queue.proto */
const WORKFLOW_QUEUE = 1;
const ACTIVITY_QUEUE = 2;

/** The server forgets a poller after five minutes; a live one polls at least once in this time. */
const FRESH_MS = 90_000;

/** The roles that no worker of the task queue has, as far as the server knows. */
export async function missingRoles({ temporal }: ConnectedClient, taskQueue: string): Promise<WorkerRole[]> {
  const isPolled = async (name: string, type: number): Promise<boolean> => {
    const { pollers } = await temporal.workflowService.describeTaskQueue({
      namespace: temporal.options.namespace,
      taskQueue: { name },
      taskQueueType: type,
    });
    return (pollers ?? []).some(
      ({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1000 < FRESH_MS,
    );
  };
  const polled: [WorkerRole, Promise<boolean>][] = [
    ['workflows', isPolled(taskQueue, WORKFLOW_QUEUE)],
    ['models', isPolled(taskQueue, ACTIVITY_QUEUE)],
    ['host', isPolled(hostsQueue(taskQueue), ACTIVITY_QUEUE)],
  ];
  const missing: WorkerRole[] = [];
  for (const [role, isThere] of polled) if (!(await isThere)) missing.push(role);
  return missing;
}
