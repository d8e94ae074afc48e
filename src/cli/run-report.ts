import type { RunDescription, RunHandle, RunResult } from '../client/index.ts';
import { describeError, isSkillrunError } from '../contract/errors.ts';
import { NO_USAGE } from '../contract/model.ts';
import { addUsage } from '../core/usage.ts';

/** A run as it is or was: also of one that failed, and of one that no worker answers for. */
export interface RunReport extends RunDescription {
  progress: Pick<RunResult, 'text' | 'outputs' | 'iterations' | 'usage'>;
  /** Why it failed, or why the progress is not known. */
  problem?: string;
}

const NOTHING: RunReport['progress'] = { text: '', outputs: {}, iterations: 0, usage: NO_USAGE };

/** Throws `unknown_run`, `temporal_unavailable`. */
export async function reportRun(handle: RunHandle): Promise<RunReport> {
  const description = await handle.describe();
  if (description.status === 'running') return { ...description, ...(await askWorker(handle)) };
  try {
    return { ...description, progress: await handle.result() };
  } catch (error) {
    if (!isSkillrunError(error)) throw error;
    return { ...description, progress: await tally(handle), problem: describeError(error) };
  }
}

async function askWorker(handle: RunHandle): Promise<Pick<RunReport, 'progress' | 'problem'>> {
  try {
    return { progress: (await handle.status()) ?? NOTHING };
  } catch (error) {
    if (!isSkillrunError(error)) throw error;
    return { progress: NOTHING, problem: 'No worker answers for this run at the moment' };
  }
}

/** What a run that ended without a result came to, by its history. */
async function tally(handle: RunHandle): Promise<RunReport['progress']> {
  const progress = { ...NOTHING, outputs: { ...NOTHING.outputs } };
  for await (const event of handle.follow()) {
    if (event.type === 'output_set') progress.outputs[event.output.kind] = event.output;
    if (event.type !== 'answered') continue;
    progress.iterations = event.iteration;
    progress.usage = addUsage(progress.usage, event.usage);
    if (event.text.trim() !== '') progress.text = event.text;
  }
  return progress;
}
