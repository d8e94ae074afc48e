import { ApplicationFailure, CancelledFailure, TemporalFailure } from '@temporalio/common';
import { describeError, isRetryable, isSkillrunError, SkillrunError } from '../src/contract/errors.ts';

/** Temporal's word for a cancellation that comes from the worker, not from the run. */
const WORKER_SHUTDOWN = 'WORKER_SHUTDOWN';

/**
 * The one place where errors become failures of Temporal: the type is the ErrorCode, the message is for a person, the
 * caller's faults are not retried, and a wait that the other side asked for is kept.
 */
export function toFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted && isShutdown(signal.reason))
    return fromSkillrun(
      new SkillrunError('host_failed', 'The worker shut down while this was running', { cause: error }),
    );
  if (signal.aborted && signal.reason instanceof CancelledFailure) return signal.reason;
  if (error instanceof TemporalFailure) return error;
  if (isSkillrunError(error)) return fromSkillrun(error);
  return ApplicationFailure.fromError(error, { type: 'unexpected' });
}

function isShutdown(reason: unknown): boolean {
  return reason instanceof CancelledFailure && reason.message === WORKER_SHUTDOWN;
}

function fromSkillrun(error: SkillrunError): ApplicationFailure {
  const failure = ApplicationFailure.create({
    type: error.code,
    message: describeError(error),
    nonRetryable: !isRetryable(error),
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
    ...(error.cause instanceof Error ? { cause: error.cause } : {}),
  });
  return failure;
}
