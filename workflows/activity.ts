import {
  ActivityCancellationType,
  scheduleActivity,
  workflowInfo,
  type ActivityOptions,
  type RetryPolicy,
} from '@temporalio/workflow';
import type { Activities } from '../src/contract/activities.ts';
import type { ErrorCode } from '../src/contract/errors.ts';
import { HEARTBEAT_TIMEOUT_SECONDS, hostsQueue } from '../src/contract/queues.ts';
import { clip } from './visibility.ts';

/** Failures of a host rather than of the step: retried elsewhere. */
export const HOST_LOST: ErrorCode[] = ['workspace_lost', 'host_failed'];

/** World faults are retried for the better part of an hour; a failure that no retry can help is marked so. */
const patient: RetryPolicy = {
  initialInterval: '500ms',
  backoffCoefficient: 2,
  maximumInterval: '1 minute',
  maximumAttempts: 60,
};

const common: ActivityOptions = {
  heartbeatTimeout: HEARTBEAT_TIMEOUT_SECONDS * 1000,
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: patient,
};

export const prepareOptions: ActivityOptions = { ...common, startToCloseTimeout: '10 minutes' };

/** A long answer of a slow model takes many minutes; failed attempts may have been billed, so there are fewer of them. */
export const modelOptions: ActivityOptions = {
  ...common,
  startToCloseTimeout: '30 minutes',
  retry: { ...patient, initialInterval: '1 second', maximumAttempts: 10 },
};

/** Opening is asked of any host. */
export function openOptions(): ActivityOptions {
  return { ...common, taskQueue: hostsQueue(workflowInfo().taskQueue), startToCloseTimeout: '1 hour' };
}

/**
 * For a host's own queue. Retrying on a host that has gone silent is waiting for a dead one, so its time-outs come back
 * to the workflow, which opens the workspace elsewhere. The server matches time-outs as `TemporalTimeout:<kind>`
 * (temporalio/temporal, service/history/workflow/retry.go).
 */
export function hostOptions(host: string, startToCloseSeconds: number): ActivityOptions {
  return {
    ...common,
    taskQueue: host,
    scheduleToStartTimeout: '10 seconds',
    startToCloseTimeout: startToCloseSeconds * 1000,
    retry: {
      ...patient,
      nonRetryableErrorTypes: [...HOST_LOST, 'TemporalTimeout:Heartbeat', 'TemporalTimeout:StartToClose'],
    },
  };
}

export type ResultOf<Name extends keyof Activities> = Awaited<ReturnType<Activities[Name]>>;

/** Schedules an activity; `summary` is what the Temporal UI shows of it. */
export async function act<Name extends keyof Activities>(
  name: Name,
  input: Parameters<Activities[Name]>[0],
  options: ActivityOptions,
  summary: string,
): Promise<ResultOf<Name>> {
  return await scheduleActivity<ResultOf<Name>>(name, [input], { ...options, summary: clip(summary) });
}
