import type { InputAsset } from './asset.ts';
import type { Usage } from './model.ts';
import type { Outputs } from './output.ts';
import type { Effects } from './skill.ts';
import type { SnapshotRef, TranscriptRef } from './workspace.ts';

export const DEFAULT_TASK_QUEUE = 'skillrun';
export const DEFAULT_MAX_ITERATIONS = 10;
/** Tokens of one model answer. */
export const DEFAULT_MAX_TOKENS = 4096;
export const DEFAULT_COMMAND_TIMEOUT_SECONDS = 120;

/** The argument of the workflow `runSkill`. Three fields suffice: skill, prompt, model. */
export interface RunInput {
  /** A name, `name@digest`, or the uri of a published bundle. */
  skill: string;
  prompt: string;
  /** `provider:model-id`. */
  model: string;
  inputs?: InputAsset[];
  /** Model calls at the most. Default 10. */
  maxIterations?: number;
  /** Tokens of one model answer at the most. Default 4096. */
  maxTokens?: number;
  /** Seconds for the whole run; none by default. */
  timeoutSeconds?: number;
  /** Seconds for one command. Default 120. */
  commandTimeoutSeconds?: number;
  /** Environment of the run's commands. Not for secrets: these values stand in the history. */
  variables?: Record<string, string>;
  /** Names of secrets that the host resolves for this run's commands, beside those that the skill names. */
  secrets?: string[];
  /** Narrows the skill's effects; it cannot widen them. */
  effects?: Effects;
  /** Start from the files of this snapshot. */
  workspace?: SnapshotRef;
}

/** How a run ended, other than by failing or being cancelled. */
export type RunEnd = 'completed' | 'max_iterations' | 'timed_out' | 'refused';

export interface RunResult {
  /** The Temporal workflow id. */
  runId: string;
  status: RunEnd;
  /** The last non-empty assistant text, without reasoning. */
  text: string;
  outputs: Outputs;
  iterations: number;
  usage: Usage;
  workspace: SnapshotRef | null;
  transcript: TranscriptRef | null;
}

/** The answer of the query `status`. */
export interface RunProgress extends Omit<RunResult, 'status'> {
  status: 'preparing' | 'running' | RunEnd;
  skill: string;
  model: string;
}

export const WORKFLOW_TYPE = 'runSkill';
export const STATUS_QUERY = 'status';

/** Search attributes (all Keyword) by which runs are found in the Temporal UI. */
export const SEARCH_ATTRIBUTES = {
  skill: 'SkillrunSkill',
  model: 'SkillrunModel',
  status: 'SkillrunStatus',
} as const;
