/**
 * The one error family. A code says what happened, the message names the object, the hint says what the reader can do,
 * and `cause` keeps what lies beneath for the logs.
 */
const brand = Symbol.for('skillrun.error');

/** Whose fault it is decides what happens next: the caller's fails the run at once, the world's is retried. */
const faults = {
  invalid_input: 'caller',
  invalid_configuration: 'caller',
  unknown_skill: 'caller',
  invalid_skill: 'caller',
  unknown_provider: 'caller',
  unknown_model: 'caller',
  unsupported_input: 'caller',
  missing_key: 'caller',
  rejected_key: 'caller',
  quota_exhausted: 'caller',
  context_overflow: 'caller',
  request_rejected: 'caller',
  missing_programs: 'caller',
  missing_secret: 'caller',
  unknown_run: 'caller',
  run_failed: 'caller',
  run_cancelled: 'caller',
  unknown_schedule: 'caller',
  already_exists: 'caller',
  foreign_object: 'caller',
  store_denied: 'caller',
  sandbox_unavailable: 'caller',
  missing_binary: 'caller',
  temporal_denied: 'caller',
  model_unavailable: 'world',
  rate_limited: 'world',
  answer_cut_off: 'world',
  store_unavailable: 'world',
  object_missing: 'world',
  object_damaged: 'world',
  file_changed: 'world',
  workspace_lost: 'world',
  host_failed: 'world',
  temporal_unavailable: 'world',
} as const;

export type ErrorCode = keyof typeof faults;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(faults, text);
}

export interface ErrorDetails {
  /** What the reader can do about it: one sentence. */
  hint?: string;
  /** Wait this long before the next attempt, in milliseconds, where the other side said so. */
  retryAfterMs?: number;
  cause?: unknown;
}

export class SkillrunError extends Error {
  override readonly name = 'SkillrunError';
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Recognised by a brand, because the workflow sandbox is a realm of its own where `instanceof` fails. */
export function isSkillrunError(value: unknown): value is SkillrunError {
  return typeof value === 'object' && value !== null && brand in value;
}

/** True when trying again can help. */
export function isRetryable(error: SkillrunError): boolean {
  return faults[error.code] === 'world';
}

/** One line for a person: what, which one, and the way out. */
export function describeError(error: SkillrunError): string {
  return error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
}
