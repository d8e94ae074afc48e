import type { PreparedRun } from '../src/contract/activities.ts';
import type { Asset } from '../src/contract/asset.ts';
import type { Outputs } from '../src/contract/output.ts';
import {
  DEFAULT_COMMAND_TIMEOUT_SECONDS,
  DEFAULT_MAX_ITERATIONS,
  DEFAULT_MAX_TOKENS,
  type RunEnd,
  type RunInput,
  type RunProgress,
  type RunResult,
} from '../src/contract/run.ts';
import type { SnapshotRef, TranscriptRef } from '../src/contract/workspace.ts';
import { startLoop, type LoopState } from '../src/core/loop.ts';

/** A run's settings with the defaults applied. */
interface Settings {
  model: string;
  maxIterations: number;
  maxTokens: number;
  commandTimeoutSeconds: number;
  variables: Record<string, string>;
}

/** Where the newest files are: on a host that holds them open, or only in the store, with inputs still to be placed. */
type WorkspaceState =
  { held: true; host: string; snapshot: SnapshotRef } | { held: false; snapshot: SnapshotRef | null; inputs: Asset[] };

/** All that a prepared run is. Continue-as-new carries it; it only changes by recorded results. */
export interface RunState {
  settings: Settings;
  prepared: Omit<PreparedRun, 'opening' | 'inputs'>;
  /** Names the workspace on whichever host holds it; the same in all executions of the run. */
  workspaceId: string;
  /** When the run's time is over, in milliseconds since the epoch; null for no limit. */
  deadline: number | null;
  loop: LoopState;
  transcript: TranscriptRef | null;
  workspace: WorkspaceState;
  outputs: Outputs;
  /** The last steps in words, for the Temporal UI. */
  recent: string[];
}

export function newRunState(input: RunInput, prepared: PreparedRun, workspaceId: string, startedAt: number): RunState {
  const { opening, inputs, ...pinned } = prepared;
  return {
    settings: {
      model: input.model,
      maxIterations: input.maxIterations ?? DEFAULT_MAX_ITERATIONS,
      maxTokens: input.maxTokens ?? DEFAULT_MAX_TOKENS,
      commandTimeoutSeconds: input.commandTimeoutSeconds ?? DEFAULT_COMMAND_TIMEOUT_SECONDS,
      variables: input.variables ?? {},
    },
    prepared: pinned,
    workspaceId,
    deadline: input.timeoutSeconds === undefined ? null : startedAt + input.timeoutSeconds * 1000,
    loop: startLoop([{ role: 'user', content: opening }]),
    transcript: null,
    workspace: { held: false, snapshot: input.workspace ?? null, inputs },
    outputs: {},
    recent: [],
  };
}

export function resultOf(run: RunState, runId: string, status: RunEnd): RunResult {
  return {
    runId,
    status,
    text: run.loop.text,
    outputs: run.outputs,
    iterations: run.loop.iterations,
    usage: run.loop.usage,
    workspace: run.workspace.snapshot,
    transcript: run.transcript,
  };
}

export function progressOf(run: RunState, runId: string, end: RunEnd | undefined): RunProgress {
  const { name, digest } = run.prepared.skill;
  return {
    ...resultOf(run, runId, end ?? 'completed'),
    status: end ?? 'running',
    skill: `${name}@${digest}`,
    model: run.settings.model,
  };
}
