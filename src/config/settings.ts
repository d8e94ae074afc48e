import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
import { z } from 'zod';
import { SkillrunError } from '../contract/errors.ts';
import { DEFAULT_TASK_QUEUE } from '../contract/run.ts';
import type { Environment } from './environment.ts';

const names = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '');

const sandbox = z.enum(['bwrap', 'none'], { error: 'has to be bwrap or none' }).default('bwrap');

const variables = z.object({
  SKILLRUN_STORE: z
    .string({ error: 'is not set' })
    .regex(/^(s3|file):\/\//, 'has to be s3://bucket/prefix or file:///folder'),
  SKILLRUN_TASK_QUEUE: z.string().min(1).default(DEFAULT_TASK_QUEUE),
  SKILLRUN_SANDBOX: sandbox,
  SKILLRUN_SKILLS: z.string().default(''),
  SKILLRUN_SECRETS: z.string().default('').transform(names),
  SKILLRUN_DATA: z.string().min(1).optional(),
  SKILLRUN_MAX_COMMANDS: z.coerce
    .number()
    .int('has to be a whole number')
    .min(1)
    .default(availableParallelism() * 4),
});

export interface WorkerSettings {
  /** `s3://bucket/prefix` or `file:///folder`. */
  storeUrl: string;
  taskQueue: string;
  sandbox: 'bwrap' | 'none';
  /** Folders whose subfolders are skills; the first that has a name wins. */
  skillFolders: string[];
  /** Names of the secrets that runs may ask for. */
  allowedSecrets: string[];
  /** Where this host keeps workspaces and unpacked skills. */
  dataFolder: string;
  /** Commands at once. */
  maxCommands: number;
}

const hints: Record<string, string> = {
  SKILLRUN_STORE:
    'Set SKILLRUN_STORE=s3://bucket/prefix (with AWS_… variables) or file:///folder, or use `skillrun dev`',
};

/** The folder of the skills that come with skillrun. */
function ownSkillsFolder(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../skills' : '../../../skills', import.meta.url));
}

/** Folders with skills: those of `SKILLRUN_SKILLS` (separated as in PATH), then the ones that come with skillrun. */
export function skillFolders(environment: Environment): string[] {
  const own = (environment['SKILLRUN_SKILLS'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...own.map((folder) => resolve(folder)), ownSkillsFolder()];
}

/** The task queue of runs. */
export function taskQueueOf(environment: Environment): string {
  return environment['SKILLRUN_TASK_QUEUE'] || DEFAULT_TASK_QUEUE;
}

/** The sandbox that commands run in. Throws `invalid_configuration`. */
export function sandboxName(environment: Environment): WorkerSettings['sandbox'] {
  const { success, data } = sandbox.safeParse(environment['SKILLRUN_SANDBOX'] || undefined);
  if (success) return data;
  throw new SkillrunError('invalid_configuration', 'SKILLRUN_SANDBOX has to be bwrap or none');
}

/** Reads and checks a worker's variables. Throws `invalid_configuration` that names the variable. */
export function workerSettings(environment: Environment): WorkerSettings {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== '' && value !== undefined),
  );
  const { success, data, error } = variables.safeParse(set);
  if (!success) {
    const [issue] = error.issues;
    const name = String(issue?.path[0]);
    const hint = hints[name];
    throw new SkillrunError(
      'invalid_configuration',
      `${name} ${issue?.message ?? 'is not valid'}`,
      hint === undefined ? {} : { hint },
    );
  }
  return {
    storeUrl: data.SKILLRUN_STORE,
    taskQueue: data.SKILLRUN_TASK_QUEUE,
    sandbox: data.SKILLRUN_SANDBOX,
    skillFolders: skillFolders(environment),
    allowedSecrets: data.SKILLRUN_SECRETS,
    dataFolder: data.SKILLRUN_DATA ?? join(envPaths('skillrun', { suffix: '' }).cache, 'hosts'),
    maxCommands: data.SKILLRUN_MAX_COMMANDS,
  };
}
