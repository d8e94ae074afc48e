import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { connect, type ConnectedClient } from '../../src/client/index.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { installRuntime, startWorker, type RunningWorker } from '../../src/worker/index.ts';
import { FIXTURE_SKILLS } from '../fixtures/folder.ts';
import { bestSandbox } from './programs.ts';
import { startScriptedModel, type ScriptedModel, type ScriptedTurn } from './scripted-model.ts';

/** A worker with a scripted model on the suite's servers, with a task queue and a store prefix of its own. */
export interface Stage extends AsyncDisposable {
  client: ConnectedClient;
  worker: RunningWorker;
  model: ScriptedModel;
  /** Scripts by the marker in a run's prompt; add to it before the run starts. */
  scripts: Record<string, ScriptedTurn[]>;
  /** What to give to processes that take part. */
  environment: Record<string, string>;
}

export interface StageOptions {
  /** In the worker's environment and its allow-list. */
  secrets?: Record<string, string>;
  environment?: Record<string, string>;
}

/** Warnings are part of what tests provoke: they are shown with SKILLRUN_TEST_LOG=debug. */
const logger = createLogger({ level: process.env['SKILLRUN_TEST_LOG'] ?? 'silent', pretty: true });
let installed = false;

function quietRuntime(): void {
  if (!installed) installRuntime(logger);
  installed = true;
}

/** The environment of one stage: the suite's servers, its own queue, store prefix and data folder. */
export async function stageEnvironment(model: ScriptedModel, { secrets = {}, environment = {} }: StageOptions = {}) {
  const name = randomUUID().slice(0, 8);
  const shared = inject('environment');
  return {
    ...shared,
    ...model.environment,
    SKILLRUN_STORE: `${shared['SKILLRUN_STORE']}/${name}`,
    SKILLRUN_TASK_QUEUE: `test-${name}`,
    SKILLRUN_SANDBOX: await bestSandbox(),
    SKILLRUN_SKILLS: FIXTURE_SKILLS,
    SKILLRUN_DATA: await mkdtemp(join(tmpdir(), 'skillrun-test-')),
    SKILLRUN_SECRETS: Object.keys(secrets).join(','),
    ...secrets,
    ...environment,
  };
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  quietRuntime();
  const scripts: Record<string, ScriptedTurn[]> = {};
  const model = await startScriptedModel(scripts);
  const environment = await stageEnvironment(model, options);
  useCredentials(environment);
  const worker = await startWorker({ environment, logger });
  const client = await connect(environment);
  return {
    client,
    worker,
    model,
    scripts,
    environment,
    async [Symbol.asyncDispose]() {
      await client.close();
      await worker.stop();
      await model.close();
      await rm(environment.SKILLRUN_DATA, { recursive: true, force: true });
    },
  };
}

/** The AWS SDK reads its variables from the process alone. */
function useCredentials(environment: Record<string, string>): void {
  for (const [name, value] of Object.entries(environment)) if (name.startsWith('AWS_')) process.env[name] = value;
}
