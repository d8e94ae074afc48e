/**
 * A host proves that it lives by heartbeats; after this many seconds without one its work goes elsewhere. Recovery from
 * a killed host takes this long and the restore.
 */
export const HEARTBEAT_TIMEOUT_SECONDS = 8;

/** The queue on which any host can be asked to open a workspace. */
export function hostsQueue(taskQueue: string): string {
  return `${taskQueue}-hosts`;
}

/** The queue of one host, for the workspaces that it holds. */
export function hostQueue(taskQueue: string, hostId: string): string {
  return `${taskQueue}-host-${hostId}`;
}

/** What a worker process does: run workflow code, call models, hold workspaces and run commands. */
export const WORKER_ROLES = ['workflows', 'models', 'host'] as const;
export type WorkerRole = (typeof WORKER_ROLES)[number];
