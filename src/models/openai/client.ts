import { OpenAI } from 'openai';

export interface OpenAIOptions {
  /** Left out only for a compatible server that needs none. */
  apiKey?: string | undefined;
  /** With the version, e.g. `http://localhost:11434/v1`; OpenAI's own when left out. */
  baseUrl?: string | undefined;
}

/** Milliseconds until the answer must begin; a stream may then go on for as long as the caller lets it. */
const FIRST_BYTE_TIMEOUT_MS = 300_000;

/** A client that neither retries nor logs, and takes its key and address from these options only. */
export function openAIClient({ apiKey, baseUrl }: OpenAIOptions): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    timeout: FIRST_BYTE_TIMEOUT_MS,
    logLevel: 'off',
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
  });
}
