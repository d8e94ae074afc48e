import { type ErrorCode, isSkillrunError, SkillrunError } from '../contract/errors.ts';
import { redacted, said } from './redaction.ts';

/** Whom a call goes to, for messages; `key` is what must never stand in them. */
export interface Callee {
  provider: string;
  model: string;
  keyVariable: string;
  key: string | undefined;
}

/** What can go wrong in a model call. */
export type ModelFailure = Extract<
  ErrorCode,
  | 'rejected_key'
  | 'unknown_model'
  | 'request_rejected'
  | 'context_overflow'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'model_unavailable'
  | 'answer_cut_off'
>;

const explanations: Record<ModelFailure, { what: string; hint: (callee: Callee) => string }> = {
  rejected_key: {
    what: 'rejected the API key',
    hint: ({ keyVariable }) => `Check ${keyVariable} and what it is allowed to use`,
  },
  unknown_model: {
    what: 'does not know the model',
    hint: () => 'Check the model id, and the base URL if one is set',
  },
  request_rejected: { what: 'rejected the request', hint: () => 'Change what the message names' },
  context_overflow: {
    what: 'cannot take so long a conversation',
    hint: () => 'Use a model with a larger context window, or smaller inputs',
  },
  rate_limited: { what: 'asks to slow down', hint: () => 'Start fewer runs at a time, or raise the rate limit' },
  quota_exhausted: { what: 'has no credit left for this account', hint: () => 'Top up the account or raise its limit' },
  model_unavailable: { what: 'did not answer', hint: () => 'Try again later; check the base URL if one is set' },
  answer_cut_off: { what: 'ended its answer early', hint: () => 'Try again' },
};

/** An error of the family for a failed model call; `detail` must be free of secrets. */
export function failure(
  code: ModelFailure,
  callee: Callee,
  detail: string,
  more: { cause?: unknown; retryAfterMs?: number } = {},
): SkillrunError {
  const { what, hint } = explanations[code];
  const message = `${callee.provider} ${what} [model=${callee.model}]: ${detail}`;
  return new SkillrunError(code, message, { hint: hint(callee), ...more });
}

/** What a vendor's classifier says of an error. */
export interface Verdict {
  code: ModelFailure;
  /** The headers of the answer, where there was one. */
  headers?: Headers | undefined;
}

/**
 * Runs a model call and makes every error one of the family: an abort throws the signal's reason, a SkillrunError
 * comes through, and the vendor's classifier decides about the rest. No key is left in message or cause.
 */
export async function classified<T>(
  callee: Callee,
  signal: AbortSignal,
  classify: (error: unknown) => Verdict,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    signal.throwIfAborted();
    if (isSkillrunError(error)) throw error;
    const { code, headers } = classify(error);
    const retryAfterMs = headers && retryAfter(headers);
    throw failure(code, callee, said(error, callee.key), {
      cause: redacted(error, callee.key),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }
}

/** How long the other side asks to wait, in milliseconds. `retry-after` holds seconds or a date (RFC 9110, 10.2.3). */
function retryAfter(headers: Headers): number | undefined {
  const exact = headers.get('retry-after-ms');
  const coarse = headers.get('retry-after');
  if (exact !== null) return wait(Number(exact));
  if (coarse === null) return undefined;
  const seconds = Number(coarse);
  return wait(Number.isNaN(seconds) ? Date.parse(coarse) - Date.now() : seconds * 1000);
}

function wait(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? Math.ceil(milliseconds) : undefined;
}

/** Throws unless the answer is a stream of events: proxies and captive portals answer 200 with a page. */
export function expectEvents(response: Response, callee: Callee): void {
  const type = response.headers.get('content-type') ?? '';
  if (/html|json/i.test(type)) {
    throw failure('model_unavailable', callee, `it answered with ${type} instead of a stream of events`);
  }
}
