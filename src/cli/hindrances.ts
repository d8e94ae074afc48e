import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectedClient, RetriedStep, RunHandle } from '../client/index.ts';
import { WORKER_ROLES, type WorkerRole } from '../contract/queues.ts';
import { oneLine } from './plain-text.ts';

const LOOK_EVERY_MS = 2500;

export interface WatchedRun {
  client: ConnectedClient;
  handle: RunHandle;
  /** Whether it has not come as far as its first model call. */
  isStarting(): boolean;
  signal: AbortSignal;
}

/**
 * Tells what keeps a run from going on and does not stand in its history: that no worker takes it, and steps that fail
 * and are tried again.
 */
export async function tellHindrances(run: WatchedRun, tell: (line: string) => void): Promise<void> {
  const told = new Set<string>();
  const tellOnce = (line: string): void => {
    if (!told.has(line)) tell(line);
    told.add(line);
  };
  while (await nextLook(run.signal)) {
    // A server that does not answer is what following the run reports.
    const { retried } = await run.handle.describe().catch(() => ({ retried: [] as RetriedStep[] }));
    for (const step of retried) tellOnce(retryLine(step));
    if (!run.isStarting() || retried.length > 0) continue;
    const missing = await run.client.missingRoles().catch(() => []);
    if (missing.length > 0 && !run.signal.aborted) tellOnce(waitingLine(missing, run.client.taskQueue));
  }
}

async function nextLook(signal: AbortSignal): Promise<boolean> {
  return await sleep(LOOK_EVERY_MS, true, { signal, ref: false }).catch(() => false);
}

function retryLine({ activity, attempt, failure }: RetriedStep): string {
  return `  ! ${activity} failed and is tried again (attempt ${attempt}): ${oneLine(failure)}`;
}

function waitingLine(missing: WorkerRole[], taskQueue: string): string {
  const isWhole = missing.length === WORKER_ROLES.length;
  const roles = isWhole ? '' : ` for ${missing.join(' and ')}`;
  const flag = isWhole ? '' : ` --roles ${missing.join(',')}`;
  return `The run waits: no worker${roles} polls its task queue [queue=${taskQueue}]. Start one with \`skillrun worker${flag}\` or \`skillrun dev\``;
}
