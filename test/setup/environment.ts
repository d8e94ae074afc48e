import type { TestProject } from 'vitest/node';
import { startEnvironment } from '../../infra/dev/environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** TEMPORAL_…, SKILLRUN_STORE and AWS_… of the servers that all system tests share. */
    environment: Record<string, string>;
  }
}

/** One Temporal and one S3 gateway for the whole suite; each test isolates itself by its own task queue and store prefix. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const environment = await startEnvironment({ log: (line) => process.stderr.write(`${line}\n`) });
  project.provide('environment', environment.environment);
  return () => environment.close();
}
