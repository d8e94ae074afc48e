export { startWorker, type RunningWorker, type WorkerOptions, type WorkerRole, WORKER_ROLES } from './start-worker.ts';
export { replayRun, type ReplayReport } from './replay.ts';
export { examineHost, type HostReport, type HostCheck, type SkillReport } from './examine-host.ts';
