import { Context } from '@temporalio/activity';
import { SkillrunError } from '../src/contract/errors.ts';
import { HEARTBEAT_TIMEOUT_SECONDS } from '../src/contract/queues.ts';
import { runKey } from './keys.ts';
import { toFailure } from './failures.ts';

/** What an activity's body knows of the attempt that it is. */
export interface Attempt {
  /** Aborted when the run cancels the activity, its time is over, or the worker shuts down. */
  signal: AbortSignal;
  /** 1 for the first. */
  number: number;
  /** Different for every attempt of every activity. */
  id: string;
  /** Store prefix of the run's execution: `runs/<workflow id>/<run id>`. */
  prefix: string;
  /** The Temporal workflow id. */
  runId: string;
}

/** Wraps a body as an activity: heartbeats until it has ended, and failures in one form. */
export function activity<Input, Result>(
  body: (input: Input, attempt: Attempt) => Promise<Result>,
): (input: Input) => Promise<Result> {
  return async (input) => {
    const context = Context.current();
    const { workflowExecution, attempt, base64TaskToken } = context.info;
    if (workflowExecution === undefined) {
      throw new SkillrunError(
        'invalid_input',
        'The activities of skillrun are part of a run; they cannot be started alone',
      );
    }
    const { workflowId, runId } = workflowExecution;
    // The server counts from the start of the attempt, so a short step needs no heartbeat at all.
    const beat = setInterval(() => context.heartbeat(), (HEARTBEAT_TIMEOUT_SECONDS * 1000) / 8);
    try {
      return await body(input, {
        signal: context.cancellationSignal,
        number: attempt,
        id: base64TaskToken,
        prefix: runKey(workflowId, runId),
        runId: workflowId,
      });
    } catch (error) {
      throw toFailure(error, context.cancellationSignal);
    } finally {
      clearInterval(beat);
    }
  };
}
