import { APIError } from 'openai';
import type { ModelFailure, Verdict } from '../failures.ts';

const CONTEXT_OVERFLOW = /context (length|size|window)|maximum context|context_length|too many (input )?tokens/i;
const NO_CREDIT = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];

/** The one place that reads errors of OpenAI's SDK and of servers that speak its language. */
export function classifyOpenAIError(error: unknown): Verdict {
  // Resets, time-outs and malformed events are no APIError with a status; nor is an APIConnectionError.
  if (!(error instanceof APIError)) return { code: 'model_unavailable' };
  return { code: codeOf(error), headers: error.headers };
}

function codeOf({ status: httpStatus, code, type, message }: APIError): ModelFailure {
  // OpenRouter sends errors inside a 200 stream, with the status as their code.
  const status = httpStatus ?? (typeof code === 'number' ? code : undefined);
  const names = [code, type];
  if (NO_CREDIT.some((name) => names.includes(name)) || status === 402) return 'quota_exhausted';
  if (names.includes('model_not_found') || status === 404) return 'unknown_model';
  if (status === 401 || status === 403) return 'rejected_key';
  if (names.includes('context_length_exceeded') || names.includes('exceed_context_size_error')) {
    return 'context_overflow';
  }
  if (names.includes('rate_limit_exceeded') || status === 429) return 'rate_limited';
  // Groq: the model wrote a call that cannot be parsed, so another try is the way out.
  if (names.includes('tool_use_failed')) return 'answer_cut_off';
  // An error in the middle of a stream has no status.
  if (status === undefined) return names.some(isOwnFault) ? 'request_rejected' : 'model_unavailable';
  if (status >= 500 || status === 408 || status === 409) return 'model_unavailable';
  return CONTEXT_OVERFLOW.test(message) ? 'context_overflow' : 'request_rejected';
}

/** `invalid_request_error`, `invalid_prompt`, `image_too_large`, `empty_image_file` and their like. */
function isOwnFault(name: unknown): boolean {
  return typeof name === 'string' && /^invalid_|image/.test(name);
}
