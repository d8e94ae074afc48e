/** What a worker process does: run workflow code, call models, hold workspaces and run commands. */
export const WORKER_ROLES = ['workflows', 'models', 'host'] as const;
export type WorkerRole = (typeof WORKER_ROLES)[number];
