import {
  CancellationScope,
  continueAsNew,
  defineQuery,
  isCancellation,
  log,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { STATUS_QUERY, type RunEnd, type RunInput, type RunProgress, type RunResult } from '../src/contract/run.ts';
import { runLoop, type LoopEnd } from '../src/core/loop.ts';
import { act, prepareOptions } from './activity.ts';
import { newRunState, progressOf, resultOf, type RunState } from './run-state.ts';
import { activitySteps } from './steps.ts';
import { showStart, showStatus, showStep } from './visibility.ts';
import { closeWorkspace, openWorkspace } from './workspace.ts';

const statusQuery = defineQuery<RunProgress | null>(STATUS_QUERY);

/**
 * Runs a skill to its end. `carried` is the state of the execution before, after a continue-as-new. Reaching a limit is a
 * result; what the caller got wrong fails the workflow with an ApplicationFailure whose type is an ErrorCode.
 */
export async function runSkill(input: RunInput, carried?: RunState): Promise<RunResult> {
  const { workflowId } = workflowInfo();
  let run = carried;
  let end: RunEnd | undefined;
  setHandler(statusQuery, () => (run === undefined ? null : progressOf(run, workflowId, end)));

  let reached: LoopEnd | 'timed_out';
  try {
    run ??= await prepare(input);
    reached = await beforeDeadline(run);
  } catch (error) {
    showStatus(isCancellation(error) ? 'cancelled' : 'failed');
    await close(run);
    throw error;
  }
  if (reached === 'paused') return await continueAsNew<typeof runSkill>(input, run);

  end = reached;
  const { iterations } = run.loop;
  if (end === 'max_iterations') log.warn('The run ended at its limit of iterations', { iterations });
  if (end === 'timed_out') log.warn('The run ended at its time limit', { iterations });
  await close(run);
  showStep(run, `ended: ${end}`);
  showStatus(end);
  return resultOf(run, workflowId, end);
}

async function prepare(input: RunInput): Promise<RunState> {
  const prepared = await act('prepareRun', input, prepareOptions, 'prepare the run');
  showStart(input, prepared.skill.name);
  const { firstExecutionRunId, startTime } = workflowInfo();
  return newRunState(input, prepared, firstExecutionRunId, startTime.getTime());
}

/** Runs the loop until it ends, pauses, or the run's time is over. */
async function beforeDeadline(run: RunState): Promise<LoopEnd | 'timed_out'> {
  const advance = async (): Promise<LoopEnd> => {
    await openWorkspace(run);
    return await runLoop(run.loop, activitySteps(run));
  };
  if (run.deadline === null) return await advance();
  try {
    return await CancellationScope.withTimeout(Math.max(1, run.deadline - Date.now()), advance);
  } catch (error) {
    if (isCancellation(error) && !CancellationScope.current().consideredCancelled) return 'timed_out';
    throw error;
  }
}

async function close(run: RunState | undefined): Promise<void> {
  if (run !== undefined) await CancellationScope.nonCancellable(() => closeWorkspace(run));
}
