import { afterEach, expect, test } from 'vitest';
import { createOpenAIProvider } from '../../../src/models/openai/provider.ts';
import type { Answer } from '../../../src/models/port.ts';
import { LOOK_UP, modelRequest, running, user } from '../../support/model-request.ts';
import {
  eventStream,
  type RawModelServer,
  type RawReply,
  startRawModelServer,
} from '../../support/raw-model-server.ts';

let server: RawModelServer | undefined;
afterEach(() => server?.close());

async function ask(replies: RawReply[], request = modelRequest([user('Go.')])): Promise<Answer> {
  server = await startRawModelServer((_request, index) => replies[index] ?? { status: 500, body: '' });
  return await createOpenAIProvider({ apiKey: 'key', baseUrl: server.url }).call(request, running());
}

const done = (usage: object = {}): RawReply => ({
  body: eventStream([{ type: 'response.completed', response: { status: 'completed', usage } }]),
});

test('the request is stateless, asks for encrypted reasoning and names the cache of the run', async () => {
  await ask([done()]);
  expect(server?.requests[0]).toMatchObject({ path: '/responses', headers: { authorization: 'Bearer key' } });
  expect(server?.requests[0]?.body).toEqual({
    model: 'model-1',
    instructions: 'You are careful.',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Go.' }] }],
    tools: [{ type: 'function', ...LOOK_UP, strict: false }],
    max_output_tokens: 1000,
    store: false,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: expect.stringMatching(/^[0-9a-f]{64}$/),
    stream: true,
  });
});

test('cached and reasoning tokens are parts of the input and the output', async () => {
  const usage = {
    input_tokens: 1000,
    input_tokens_details: { cached_tokens: 800 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 40 },
  };
  expect((await ask([done(usage)])).usage).toEqual({
    inputTokens: 1000,
    cachedInputTokens: 800,
    outputTokens: 50,
    reasoningTokens: 40,
  });
});

test('counts that are none are 0', async () => {
  const usage = { input_tokens: 'many', input_tokens_details: null, output_tokens: -1 };
  expect((await ask([done(usage)])).usage).toEqual({
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
  });
});

test('a model without encrypted reasoning is asked without it, then and later', async () => {
  const refusal = {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: { message: 'Encrypted content is not supported with this model.' } }),
  };
  server = await startRawModelServer((_request, index) => (index === 0 ? refusal : done()));
  const provider = createOpenAIProvider({ apiKey: 'key', baseUrl: server.url });
  await provider.call(modelRequest([user('Go.')]), running());
  await provider.call(modelRequest([user('Go.')]), running());
  await provider.call(modelRequest([user('Go.')], { model: 'model-2' }), running());
  const asked = ['reasoning.encrypted_content'];
  expect(server.requests.map(({ body }) => body['include'])).toEqual([asked, null, null, asked]);
});

test('a content filter is a refusal with what had been said', async () => {
  const events = [
    { type: 'response.output_text.delta', output_index: 0, delta: 'Well' },
    { type: 'response.incomplete', response: { incomplete_details: { reason: 'content_filter' } } },
  ];
  expect(await ask([{ body: eventStream(events) }])).toMatchObject({
    outcome: 'refused',
    message: { content: [{ type: 'text', text: 'Well' }] },
  });
});

test('items are kept for replay in the order and with the fields in which they came', async () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA==', content: null };
  const message = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    phase: 'commentary',
    content: [{ type: 'output_text', text: 'Hm.', annotations: [], logprobs: [] }],
  };
  const events = [
    { type: 'response.output_item.done', output_index: 1, item: message },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    { type: 'response.completed', response: { status: 'completed' } },
  ];
  const answer = await ask([{ body: eventStream(events) }]);
  expect(answer.message.content).toEqual([{ type: 'text', text: 'Hm.' }]);
  expect(JSON.stringify(answer.message.native?.blocks)).toBe(JSON.stringify([reasoning, message]));
});
