import { ActivityFailure, ApplicationFailure, log, TimeoutFailure, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../src/contract/activities.ts';
import type { SnapshotRef } from '../src/contract/workspace.ts';
import { act, HOST_LOST, hostOptions, openOptions, type ResultOf } from './activity.ts';
import type { RunState } from './run-state.ts';

/** How often one step may move to another host before the run fails. */
const MAX_MOVES = 20;

type HostActivity = 'executeBash' | 'setOutput';

/** An activity on the host that holds the workspace; its input is completed with the workspace and its snapshot. */
interface HostStep<Name extends HostActivity> {
  name: Name;
  input: Omit<Parameters<Activities[Name]>[0], 'workspaceId' | 'snapshot'>;
  seconds: number;
  summary: string;
}

/** Opens the workspace on some host, if none holds it yet. */
export async function openWorkspace(run: RunState): Promise<{ host: string; snapshot: SnapshotRef }> {
  const { workspace, workspaceId } = run;
  if (workspace.held) return workspace;
  const { snapshot, inputs } = workspace;
  const { skill, secrets } = run.prepared;
  const opened = await act(
    'openWorkspace',
    { workspaceId, skill, inputs, secrets, ...(snapshot === null ? {} : { snapshot }) },
    openOptions(),
    snapshot === null ? 'open an empty workspace' : 'restore the workspace',
  );
  run.workspace = { held: true, ...opened };
  return opened;
}

/** Runs a step on the host that holds the workspace; when that host is lost, another one restores it and runs the step. */
export async function onHost<Name extends HostActivity>(
  run: RunState,
  { name, input, seconds, summary }: HostStep<Name>,
): Promise<ResultOf<Name>> {
  for (let moves = 0; ; moves += 1) {
    const { host, snapshot } = await openWorkspace(run);
    const complete = { ...input, workspaceId: run.workspaceId, snapshot } as Parameters<Activities[Name]>[0];
    try {
      return await act(name, complete, hostOptions(host, seconds), summary);
    } catch (error) {
      if (!isHostLost(error) || moves === MAX_MOVES) throw error;
      log.warn('The host of the workspace is lost; opening it elsewhere', { host, snapshot: snapshot.uri });
      run.workspace = { held: false, snapshot, inputs: [] };
    }
  }
}

/** Lets the host forget the workspace. A host that is gone has nothing to close, so this never fails the run. */
export async function closeWorkspace(run: RunState): Promise<void> {
  const { workspace, workspaceId } = run;
  if (!workspace.held) return;
  const options: ActivityOptions = { ...hostOptions(workspace.host, 60), scheduleToCloseTimeout: '2 minutes' };
  try {
    await act('closeWorkspace', { workspaceId }, options, 'close the workspace');
  } catch (error) {
    log.warn('The workspace could not be closed on its host', { host: workspace.host, error });
  }
}

/** True when the workspace has to be opened again: its host is dead, too busy, or no longer has it. */
function isHostLost(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return true;
  return cause instanceof ApplicationFailure && HOST_LOST.some((code) => code === cause.type);
}
