import type { Asset } from './asset.ts';
import type { Message, ToolOutput, UserPart } from './message.ts';
import type { Turn } from './model.ts';
import type { Output, OutputKind } from './output.ts';
import type { RunInput } from './run.ts';
import type { Effects, SkillRef } from './skill.ts';
import type { SnapshotRef, TranscriptRef } from './workspace.ts';

/** Names only: the host resolves the values when a command starts. */
export interface SecretNames {
  /** Named by the run: without them it cannot go on. */
  required: string[];
  /** Named by the skill: passed where the host has them. */
  optional: string[];
}

/** What `prepareRun` makes of a RunInput: everything checked and pinned, everything large in the store. */
export interface PreparedRun {
  skill: SkillRef;
  /** Names of the tools that the model gets. */
  tools: string[];
  effects: Effects;
  secrets: SecretNames;
  /** The first user message: the prompt, then the inputs. */
  opening: UserPart[];
  inputs: Asset[];
}

export interface CallModelInput {
  model: string;
  maxTokens: number;
  skill: SkillRef;
  tools: string[];
  iteration: number;
  /** What stands before; absent in the first call. */
  transcript?: TranscriptRef;
  /** What has come since. */
  append: Message[];
}

export interface CallModelResult {
  transcript: TranscriptRef;
  turn: Turn;
}

export interface OpenWorkspaceInput {
  /** Names the workspace on its host; the same for all executions of a run. */
  workspaceId: string;
  skill: SkillRef;
  /** The snapshot to start from; absent for an empty workspace. */
  snapshot?: SnapshotRef;
  /** Files to place before the first snapshot; only given in a run's first opening. */
  inputs: Asset[];
  secrets: SecretNames;
}

export interface OpenWorkspaceResult {
  /** The task queue of the host that holds the workspace. */
  host: string;
  snapshot: SnapshotRef;
}

export interface ExecuteBashInput {
  workspaceId: string;
  skill: SkillRef;
  snapshot: SnapshotRef;
  /** `<iteration>-<index of the call>`: names the claim of an external command. */
  step: string;
  command: string;
  timeoutSeconds: number;
  effects: Effects;
  variables: Record<string, string>;
  secrets: SecretNames;
}

export interface ExecuteBashResult {
  output: ToolOutput;
  snapshot: SnapshotRef;
}

export interface SetOutputInput {
  workspaceId: string;
  snapshot: SnapshotRef;
  kind: OutputKind;
  path: string;
}

/** A refusal is a value: the model is told why. */
export type SetOutputResult = { accepted: true; output: Output } | { accepted: false; error: string };

export interface CloseWorkspaceInput {
  workspaceId: string;
}

/** Each activity takes one JSON-safe object and returns one. */
export interface Activities {
  prepareRun(input: RunInput): Promise<PreparedRun>;
  callModel(input: CallModelInput): Promise<CallModelResult>;
  openWorkspace(input: OpenWorkspaceInput): Promise<OpenWorkspaceResult>;
  executeBash(input: ExecuteBashInput): Promise<ExecuteBashResult>;
  setOutput(input: SetOutputInput): Promise<SetOutputResult>;
  closeWorkspace(input: CloseWorkspaceInput): Promise<Record<string, never>>;
}
