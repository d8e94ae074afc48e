import type { Client } from '@temporalio/client';

/** The first iterations of a run find cold caches. */
const SKIPPED = 5;

/**
 * Milliseconds of each iteration of a workflow that has ended, from the start of one to the start of the next, as the
 * server's clock has it. `activity` is the type of the activity with which an iteration begins.
 */
export async function iterationTimes(client: Client, workflowId: string, activity: string): Promise<number[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const starts = (events ?? [])
    .filter(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === activity)
    .map(({ eventTime }) => Number(eventTime?.seconds ?? 0) * 1000 + (eventTime?.nanos ?? 0) / 1e6);
  return starts
    .slice(1)
    .map((start, index) => start - (starts[index] ?? NaN))
    .slice(SKIPPED);
}
