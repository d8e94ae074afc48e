import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';

const { PENDING_ACTIVITY_STATE_STARTED: STARTED } = proto.temporal.api.enums.v1.PendingActivityState;
const LOOK_EVERY_MS = 100;

/**
 * Waits until the n-th command of a run is under way on a worker, and a moment longer, so that it is in its middle.
 * Answers false when the run has ended before.
 */
export async function untilCommandRuns(client: Client, runId: string, wanted: number): Promise<boolean> {
  const seen = new Set<string>();
  for (;;) {
    const { raw, status } = await client.workflow.getHandle(runId).describe();
    if (status.name !== 'RUNNING') return false;
    const command = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'executeBash');
    if (command?.state === STARTED) seen.add(command.activityId ?? '');
    if (seen.size >= wanted) {
      await pause(1000);
      return true;
    }
    await pause(LOOK_EVERY_MS);
  }
}
