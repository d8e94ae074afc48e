import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRetryable, isSkillrunError, type SkillrunError } from '../../src/contract/errors.ts';
import { modelRequest, running, user } from '../support/model-request.ts';
import { MODEL_WIRES, type ModelWire } from '../support/model-wire.ts';
import { type RawModelServer, type RawReply, startRawModelServer } from '../support/raw-model-server.ts';

const KEY = 'gateway-key-0123456789abcdef';
const JSON_TYPE = { 'content-type': 'application/json' };

let server: RawModelServer;
let reply: RawReply;
beforeAll(async () => {
  server = await startRawModelServer(() => reply);
});
afterAll(() => server.close());

async function failureOf(wire: ModelWire, answer: RawReply): Promise<SkillrunError> {
  reply = answer;
  const error = await wire
    .create(server.url, KEY)
    .call(modelRequest([user('Go.')]), running())
    .catch((e: unknown) => e);
  if (!isSkillrunError(error)) throw error;
  return error;
}

const [responses, chat, anthropic] = MODEL_WIRES as [ModelWire, ModelWire, ModelWire];

/** An error as OpenAI writes it. */
const openAI = (status: number, error: Record<string, unknown>, headers = {}): RawReply => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify({ error: { message: 'Reason.', ...error } }),
});
/** An error as Anthropic writes it. */
const claude = (status: number, type: string, message = 'Reason.', headers = {}): RawReply => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify({ type: 'error', error: { type, message } }),
});

/** A response that failed after its stream began. */
const failed = (error: object): RawReply => ({
  body: `data: ${JSON.stringify({ type: 'response.failed', response: { status: 'failed', error } })}\n\n`,
});
const limited = (headers: Record<string, string>): RawReply => openAI(429, { type: 'rate_limit_error' }, headers);

describe.each([responses, chat])('$name', (wire) => {
  test.each([
    [401, { code: 'invalid_api_key' }, 'rejected_key'],
    [403, { code: 'unsupported_country_region_territory' }, 'rejected_key'],
    [403, { code: 'model_not_found' }, 'unknown_model'],
    [404, { code: 'model_not_found' }, 'unknown_model'],
    [404, { message: 'model "x" not found, try pulling it first', type: 'api_error' }, 'unknown_model'],
    [400, { code: 'invalid_value', param: 'input[0]' }, 'request_rejected'],
    [413, {}, 'request_rejected'],
    [422, { message: 'Extra inputs are not permitted' }, 'request_rejected'],
    [400, { code: 'context_length_exceeded' }, 'context_overflow'],
    [400, { message: "This model's maximum context length is 8192 tokens." }, 'context_overflow'],
    [400, { type: 'exceed_context_size_error' }, 'context_overflow'],
    [429, { code: 'rate_limit_exceeded' }, 'rate_limited'],
    [429, { code: 'insufficient_quota', type: 'insufficient_quota' }, 'quota_exhausted'],
    [402, { code: 402 }, 'quota_exhausted'],
    [400, { code: 'tool_use_failed' }, 'answer_cut_off'],
    [408, {}, 'model_unavailable'],
    [409, {}, 'model_unavailable'],
    [500, { type: 'server_error' }, 'model_unavailable'],
    [503, {}, 'model_unavailable'],
  ])('%i %j is %s', async (status, error, code) => {
    expect(await failureOf(wire, openAI(status, error))).toMatchObject({ code });
  });

  test.each([
    [{ code: 429, message: 'slow down' }, 'rate_limited'],
    [{ code: 502, message: 'upstream' }, 'model_unavailable'],
    [{ code: 'rate_limit_exceeded' }, 'rate_limited'],
    [{ code: 'insufficient_quota' }, 'quota_exhausted'],
    [{ code: 'invalid_prompt' }, 'request_rejected'],
    [{ code: 'image_too_large' }, 'request_rejected'],
    [{ code: null }, 'model_unavailable'],
  ])('the error %j inside a stream is %s', async (error, code) => {
    expect(await failureOf(wire, { body: `data: ${JSON.stringify({ error })}\n\n` })).toMatchObject({ code });
  });
});

describe('openai', () => {
  test.each([
    ['server_error', 'model_unavailable'],
    ['rate_limit_exceeded', 'rate_limited'],
    ['invalid_image', 'request_rejected'],
  ])('a response that failed with %s is %s', async (cause, code) => {
    const error = await failureOf(responses, failed({ code: cause, message: 'Told so.' }));
    expect(error).toMatchObject({ code, message: expect.stringContaining('Told so') });
  });

  test('a response that failed because of a policy is a refusal', async () => {
    reply = failed({ code: 'bio_policy', message: 'Not this.' });
    const answer = await responses.create(server.url).call(modelRequest([user('Go.')]), running());
    expect(answer).toMatchObject({ outcome: 'refused', message: { content: [{ text: 'Not this.' }] } });
  });
});

describe('anthropic', () => {
  test.each([
    [401, 'authentication_error', 'rejected_key'],
    [403, 'permission_error', 'rejected_key'],
    [404, 'not_found_error', 'unknown_model'],
    [400, 'invalid_request_error', 'request_rejected'],
    [413, 'request_too_large', 'request_rejected'],
    [402, 'billing_error', 'quota_exhausted'],
    [429, 'rate_limit_error', 'rate_limited'],
    [500, 'api_error', 'model_unavailable'],
    [504, 'timeout_error', 'model_unavailable'],
    [529, 'overloaded_error', 'model_unavailable'],
  ])('%i %s is %s', async (status, type, code) => {
    expect(await failureOf(anthropic, claude(status, type))).toMatchObject({ code });
  });

  test.each([
    ['prompt is too long: 210000 tokens > 200000 maximum', 'context_overflow'],
    ['input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000', 'context_overflow'],
    ['Your credit balance is too low to access the Anthropic API.', 'quota_exhausted'],
    ['You have reached your specified API usage limits.', 'quota_exhausted'],
    ['messages.1: tool_use ids were found without tool_result blocks', 'request_rejected'],
  ])('400 "%s" is %s', async (message, code) => {
    expect(await failureOf(anthropic, claude(400, 'invalid_request_error', message))).toMatchObject({ code });
  });

  test.each([
    ['rate_limit_error', 'rate_limited'],
    ['overloaded_error', 'model_unavailable'],
    ['invalid_request_error', 'request_rejected'],
    ['something_new_error', 'model_unavailable'],
  ])('the error %s inside a stream is %s', async (type, code) => {
    const data = JSON.stringify({ type: 'error', error: { type, message: 'Reason.' } });
    expect(await failureOf(anthropic, { body: `event: error\ndata: ${data}\n\n` })).toMatchObject({ code });
  });

  test('an answer that fills the context window is an overflow', async () => {
    const events = [{ type: 'message_delta', delta: { stop_reason: 'model_context_window_exceeded' }, usage: {} }];
    const body = [...events, { type: 'message_stop' }]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
    expect(await failureOf(anthropic, { body })).toMatchObject({ code: 'context_overflow' });
  });
});

describe.each(MODEL_WIRES)('$name', (wire) => {
  test.each([
    [{ 'retry-after-ms': '1234.5' }, 1235],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '20', 'retry-after': '7' }, 20],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-3' }, undefined],
    [{}, undefined],
  ])('the wait in %j is %s ms', async (headers, wait) => {
    const error = await failureOf(wire, limited(headers));
    expect(error.code).toBe('rate_limited');
    expect(error.retryAfterMs).toBe(wait);
  });

  test('the wait may be a date, also one that has passed', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const { retryAfterMs } = await failureOf(wire, limited({ 'retry-after': inAnHour }));
    expect(retryAfterMs).toBeGreaterThan(3_000_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
    const past = await failureOf(wire, limited({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }));
    expect(past.retryAfterMs).toBeUndefined();
  });

  test('an overloaded server may say when to come back', async () => {
    const error = await failureOf(wire, { ...limited({ 'retry-after': '30' }), status: 529 });
    expect(error).toMatchObject({ code: 'model_unavailable', retryAfterMs: 30_000 });
    expect(isRetryable(error)).toBe(true);
  });

  test('an error that repeats the key reaches neither message nor cause', async () => {
    const masked = 'sk-test-********cdef';
    const error = await failureOf(wire, openAI(400, { message: `Bad key ${KEY} (${masked})` }));
    const told = JSON.stringify([error.message, error.hint, error.stack, errorTexts(error.cause)]);
    expect(told).toContain('Bad key [key]');
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(masked);
  });

  test("a page of HTML is named, not told, in a gateway's error", async () => {
    const page = `<!DOCTYPE html><html><body>${'Bad gateway '.repeat(200)}</body></html>`;
    const error = await failureOf(wire, { status: 502, headers: { 'content-type': 'text/html' }, body: page });
    expect(error).toMatchObject({ code: 'model_unavailable', message: expect.stringMatching(/: 502 an HTML page$/) });
  });

  test('a long reason is cut', async () => {
    const error = await failureOf(wire, openAI(400, { message: 'very '.repeat(1000) }));
    expect(error.message.length).toBeLessThan(400);
  });
});

function errorTexts(error: unknown): unknown {
  return error instanceof Error
    ? [...Object.getOwnPropertyNames(error), error.name, error.message, error.stack, errorTexts(error.cause)]
    : error;
}
