import {
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import {
  ApplicationFailure,
  CancelledFailure,
  TemporalFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/common';
import { isErrorCode, isSkillrunError, SkillrunError } from '../contract/errors.ts';

/** gRPC status codes (grpc/grpc, doc/statuscodes.md). */
const grpc = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** What gRPC says when no connection comes up in time; that error has no code. */
const noConnection = /^Failed to connect before the deadline/;

/** What an error of Temporal's client means for the caller; the one place that knows Temporal's error types. */
export function clientError(error: unknown, subject: string): SkillrunError {
  if (isSkillrunError(error)) return error;
  if (error instanceof WorkflowFailedError) return runFailure(error, subject);
  if (error instanceof WorkflowExecutionAlreadyStartedError) {
    return new SkillrunError('already_exists', `A run with this id is there already [${subject}]`, {
      hint: 'Choose another id, or watch that run with `skillrun attach`',
      cause: error,
    });
  }
  if (error instanceof ScheduleAlreadyRunning) {
    return new SkillrunError('already_exists', `A schedule with this name is there already [${subject}]`, {
      hint: 'Delete it first, or choose another name',
      cause: error,
    });
  }
  if (error instanceof ScheduleNotFoundError) {
    return new SkillrunError('unknown_schedule', `There is no such schedule [${subject}]`, {
      hint: '`skillrun schedule list` shows them',
      cause: error,
    });
  }
  if (error instanceof WorkflowNotFoundError) return unknownRun(subject, error);
  const cause = rootCause(error);
  if (isGrpcServiceError(cause)) return serviceError(cause, subject);
  if (noConnection.test((error as Error).message)) return unavailable(subject, error);
  return new SkillrunError(
    'temporal_unavailable',
    `Temporal could not do this [${subject}]: ${(error as Error).message}`,
    { cause: error },
  );
}

function unknownRun(subject: string, cause: unknown): SkillrunError {
  return new SkillrunError('unknown_run', `There is no such run [${subject}]`, {
    hint: '`skillrun list` shows the runs',
    cause,
  });
}

function unavailable(subject: string, cause: unknown): SkillrunError {
  return new SkillrunError('temporal_unavailable', `No Temporal server answers [${subject}]`, {
    hint: 'Start one with `skillrun dev`, or set TEMPORAL_ADDRESS',
    cause,
  });
}

/** Temporal wraps gRPC errors in errors of its own. */
function rootCause(error: unknown): unknown {
  return !isGrpcServiceError(error) && error instanceof Error && error.cause !== undefined
    ? rootCause(error.cause)
    : error;
}

function serviceError(error: Error & { code: number; details: string }, subject: string): SkillrunError {
  switch (error.code) {
    case grpc.unavailable:
      return unavailable(subject, error);
    case grpc.deadlineExceeded:
      return new SkillrunError('temporal_unavailable', `No answer came in time [${subject}]`, {
        hint: 'Check that the server runs, and a worker: `skillrun doctor`',
        cause: error,
      });
    case grpc.permissionDenied:
    case grpc.unauthenticated:
      return new SkillrunError('temporal_denied', `Temporal refuses these credentials [${subject}]`, {
        hint: 'Check TEMPORAL_API_KEY, TEMPORAL_NAMESPACE and the TLS settings',
        cause: error,
      });
    case grpc.invalidArgument:
      return new SkillrunError('invalid_input', `Temporal does not take this [${subject}]: ${error.details}`, {
        cause: error,
      });
    case grpc.notFound:
      return /namespace/i.test(error.details)
        ? new SkillrunError('temporal_denied', `Temporal does not know the namespace [${subject}]: ${error.details}`, {
            hint: 'Set TEMPORAL_NAMESPACE',
            cause: error,
          })
        : unknownRun(subject, error);
    default:
      return new SkillrunError(
        'temporal_unavailable',
        `Temporal could not do this [${subject}]: ${error.details || error.message}`,
        { cause: error },
      );
  }
}

/** Why a run failed: the innermost failure that says something, with its ErrorCode where it has one. */
function runFailure(error: WorkflowFailedError, subject: string): SkillrunError {
  const failures: TemporalFailure[] = [];
  for (let cause: unknown = error.cause; cause instanceof TemporalFailure; cause = cause.cause) failures.push(cause);
  if (failures.some((failure) => failure instanceof CancelledFailure)) {
    return new SkillrunError('run_cancelled', `The run was cancelled [${subject}]`, { cause: error });
  }
  if (failures.some((failure) => failure instanceof TerminatedFailure)) {
    return new SkillrunError('run_failed', `The run was terminated [${subject}]`, { cause: error });
  }
  const told = failures.find((failure) => failure instanceof ApplicationFailure);
  if (told instanceof ApplicationFailure) {
    const code = told.type !== undefined && told.type !== null && isErrorCode(told.type) ? told.type : 'run_failed';
    return new SkillrunError(code, told.message, { cause: error });
  }
  if (failures.some((failure) => failure instanceof TimeoutFailure)) {
    return new SkillrunError('run_failed', `The run was ended by a time-out [${subject}]`, { cause: error });
  }
  return new SkillrunError('run_failed', `The run failed [${subject}]: ${error.message}`, { cause: error });
}
