import type { ConnectedClient, RunEvent, RunHandle, RunResult } from '../client/index.ts';
import { isSkillrunError, SkillrunError } from '../contract/errors.ts';
import { EXIT, exitCodeOf, type ExitCode } from './exit-code.ts';
import { tellHindrances } from './hindrances.ts';
import { listenForInterrupts } from './interrupts.ts';
import { ProgressView } from './progress-view.ts';
import { endingLine, resultText } from './run-ending.ts';
import { print, printJson } from './streams.ts';

type Ending =
  | { type: 'result'; result: RunResult }
  | { type: 'failure'; status: string; error: SkillrunError }
  /** The watching failed; nothing is known of the run. */
  | { type: 'lost'; error: unknown };

/**
 * Shows a run from its start to its end: progress on stderr, the result on stdout. Ctrl-C stops the watching, pressed
 * twice it stops the run. Throws what the run failed with as `run_failed`.
 */
export async function watchRun(client: ConnectedClient, handle: RunHandle, json: boolean): Promise<ExitCode> {
  using view = new ProgressView();
  using interrupts = listenForInterrupts(() => view.note('Detaching. Press Ctrl-C again within 2 s to cancel the run'));
  const watching = new AbortController();
  const ending = follow(client, handle, view, watching.signal);
  try {
    const first = await Promise.race([ending, interrupts.interruption]);
    if (first === 'detach') {
      view.note(`Detached; the run goes on: skillrun attach ${handle.runId}`);
      return EXIT.interrupted;
    }
    if (first === 'cancel') await cancel(handle, view);
    const last = await ending;
    if (first === 'cancel' && last.type === 'failure') {
      view.note(`Cancelled ${handle.runId}`);
      return EXIT.interrupted;
    }
    view.note(...(last.type === 'result' ? [endingLine(last.result)] : []));
    return conclude(last, handle.runId, json);
  } finally {
    watching.abort();
  }
}

/** Waits for the end of the run. Never rejects. */
async function follow(
  client: ConnectedClient,
  handle: RunHandle,
  view: ProgressView,
  signal: AbortSignal,
): Promise<Ending> {
  const hindrances = new AbortController();
  let last: RunEvent | undefined;
  const run = {
    client,
    handle,
    isStarting: () => last === undefined || last.type === 'started' || last.type === 'prepared',
    signal: AbortSignal.any([signal, hindrances.signal]),
  };
  const telling = tellHindrances(run, (line) => view.note(line));
  try {
    for await (const event of handle.follow(signal)) {
      last = event;
      view.show(event);
    }
    return { type: 'result', result: await handle.result() };
  } catch (error) {
    return last?.type === 'ended' && last.how !== 'completed' && isSkillrunError(error)
      ? { type: 'failure', status: last.how, error }
      : { type: 'lost', error };
  } finally {
    hindrances.abort();
    await telling;
  }
}

async function cancel(handle: RunHandle, view: ProgressView): Promise<void> {
  view.note(`Cancelling ${handle.runId}; Ctrl-C once more stops the waiting for it`);
  await handle.cancel().catch((error: unknown) => {
    // The run may have ended by itself in the meantime.
    if (!isSkillrunError(error) || error.code !== 'unknown_run') throw error;
  });
}

function conclude(ending: Ending, runId: string, json: boolean): ExitCode {
  if (ending.type === 'lost') throw ending.error;
  if (ending.type === 'failure') {
    const { code, message, hint } = ending.error;
    const details = hint === undefined ? {} : { hint };
    if (json) printJson({ runId, status: ending.status, error: { code, message, ...details } });
    throw new SkillrunError('run_failed', message, { cause: ending.error, ...details });
  }
  const { result } = ending;
  if (json) printJson(result);
  else if (resultText(result) !== '') print(resultText(result));
  return exitCodeOf(result.status);
}
