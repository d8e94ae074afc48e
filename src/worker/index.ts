export { WORKER_ROLES, type WorkerRole } from '../contract/queues.ts';
export { startWorker, type RunningWorker, type WorkerOptions } from './start-worker.ts';
export { replayRun, type ReplayReport } from './replay.ts';
export { examineHost, type HostReport, type HostCheck, type SkillReport } from './examine-host.ts';
export { installRuntime } from './runtime.ts';
