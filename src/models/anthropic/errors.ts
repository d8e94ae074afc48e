import { APIError } from '@anthropic-ai/sdk';
import type { ModelFailure, Verdict } from '../failures.ts';

/** The status that belongs to an error type, for errors in the middle of a stream, which have none. */
const statuses: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  rate_limit_error: 429,
};

const CONTEXT_OVERFLOW = /prompt is too long|context (limit|window)/i;
const NO_CREDIT = /credit balance is too low|usage limits?\b/i;

/** The one place that reads errors of Anthropic's SDK. */
export function classifyAnthropicError(error: unknown): Verdict {
  // Resets, time-outs and malformed events are no APIError with a status; nor is an APIConnectionError.
  if (!(error instanceof APIError)) return { code: 'model_unavailable' };
  return { code: codeOf(error), headers: error.headers };
}

function codeOf({ status: httpStatus, type, message }: APIError): ModelFailure {
  const status = httpStatus ?? statuses[type ?? ''];
  if (status === undefined || status >= 500 || status === 408 || status === 409) return 'model_unavailable';
  if (status === 402) return 'quota_exhausted';
  if (status === 401 || status === 403) return 'rejected_key';
  if (status === 404) return 'unknown_model';
  if (status === 429) return 'rate_limited';
  if (NO_CREDIT.test(message)) return 'quota_exhausted';
  return CONTEXT_OVERFLOW.test(message) ? 'context_overflow' : 'request_rejected';
}
