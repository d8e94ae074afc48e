import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { RunInput } from '../client/index.ts';
import { checkRunInput } from '../core/run-input.ts';
import type { Store } from '../store/port.ts';
import { examineInput, uploadInput, type InputFile } from './input-files.ts';
import { publishSkill, readLocalSkill } from './local-skill.ts';
import { seconds, several, variable, wholeNumber } from './option-values.ts';

/** What a run is started with, as commander parses it. */
export interface RunOptions {
  model?: string;
  input?: string[];
  var?: Record<string, string>;
  secret?: string[];
  maxIterations?: number;
  maxTokens?: number;
  timeout?: number;
  commandTimeout?: number;
}

/** The options of every command that says what is to be run. */
export function addRunOptions(command: Command): Command {
  return command
    .option('-m, --model <provider:model>', 'the model, e.g. anthropic:claude-sonnet-5')
    .option('-i, --input <file>', 'a file for the run; may be given several times', several)
    .option('--var <name=value>', 'a variable of its commands, not for secrets; may be given several times', variable)
    .option('--secret <name>', 'a secret of the worker for its commands; may be given several times', several)
    .option('--max-iterations <n>', 'model calls at the most (default: 10)', wholeNumber)
    .option('--max-tokens <n>', 'tokens of one model answer at the most (default: 4096)', wholeNumber)
    .option('--timeout <duration>', 'for the whole run, e.g. 10m (default: none)', seconds)
    .option('--command-timeout <duration>', 'for one command, e.g. 90s (default: 2m)', seconds);
}

/** A checked request. Nothing has been sent anywhere yet. */
export interface RunRequest {
  /** Puts its files and its skill into the store, if it has any. `store` is only called then. */
  publish(store: () => Store): Promise<RunInput>;
}

/**
 * Reads and checks everything that a request names on this machine: options, the prompt (`-` is standard input), input
 * files, the skill's folder. Throws `invalid_input`, `unknown_skill`, `invalid_skill`.
 */
export async function readRunRequest(skill: string, prompt: string, options: RunOptions): Promise<RunRequest> {
  const input = checkRunInput(runInput(skill, prompt === '-' ? await readAll(process.stdin) : prompt, options));
  const local = await readLocalSkill(skill);
  const files: InputFile[] = [];
  for (const path of options.input ?? []) files.push(await examineInput(path));
  return {
    async publish(store) {
      return {
        ...input,
        ...(local === undefined ? {} : { skill: await publishSkill(local, store()) }),
        ...(files.length === 0 ? {} : { inputs: await Promise.all(files.map((file) => uploadInput(file, store()))) }),
      };
    },
  };
}

function runInput(skill: string, prompt: string, options: RunOptions): Record<string, unknown> {
  const given = {
    model: options.model,
    maxIterations: options.maxIterations,
    maxTokens: options.maxTokens,
    timeoutSeconds: options.timeout,
    commandTimeoutSeconds: options.commandTimeout,
    variables: options.var,
    secrets: options.secret,
  };
  return { skill, prompt, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}
