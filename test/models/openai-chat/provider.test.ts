import { afterEach, describe, expect, test } from 'vitest';
import type { AssistantMessage, Message } from '../../../src/contract/message.ts';
import { createOpenAIChatProvider } from '../../../src/models/openai-chat/provider.ts';
import { chatRequest, OPENAI_DIALECT } from '../../../src/models/openai-chat/request.ts';
import type { Answer } from '../../../src/models/port.ts';
import { input, LOOK_UP, modelRequest, running, user } from '../../support/model-request.ts';
import { eventStream, type RawModelServer, startRawModelServer } from '../../support/raw-model-server.ts';

let server: RawModelServer | undefined;
afterEach(() => server?.close());

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

async function ask(chunks: object[], messages: Message[] = [user('Go.')], apiKey?: string): Promise<Answer> {
  await server?.close();
  server = await startRawModelServer(() => ({ body: `${eventStream(chunks)}data: [DONE]\n\n` }));
  return await createOpenAIChatProvider({ apiKey, baseUrl: server.url }).call(modelRequest(messages), running());
}

const hello = [chunk({ content: 'Hello.' }), chunk({}, 'stop')];

describe('the request', () => {
  test('to a compatible server holds only what all of them take', async () => {
    await ask(hello);
    expect(server?.requests[0]?.body).toEqual({
      model: 'model-1',
      messages: [
        { role: 'system', content: 'You are careful.' },
        { role: 'user', content: 'Go.' },
      ],
      tools: [{ type: 'function', function: LOOK_UP }],
      max_tokens: 1000,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('to OpenAI uses the fields that its newer models want', async () => {
    const body = await chatRequest(modelRequest([user('Go.')]), OPENAI_DIALECT);
    expect(body).toMatchObject({ max_completion_tokens: 1000, prompt_cache_key: expect.any(String) });
    expect(body).not.toHaveProperty('max_tokens');
  });

  test('has no Authorization without a key', async () => {
    await ask(hello);
    expect(server?.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('has the key that is given', async () => {
    await ask(hello, [user('Go.')], 'key');
    expect(server?.requests[0]?.headers).toMatchObject({ authorization: 'Bearer key' });
  });

  test('shows audio', async () => {
    const assets = [input('audio', 'inputs/a.wav', 'audio/x-wav'), input('audio', 'inputs/b.mp3', 'audio/mpeg')];
    await ask(hello, [{ role: 'user', content: assets.map((asset) => ({ type: 'asset', asset })) }]);
    const body = JSON.stringify(server?.requests[0]?.body);
    expect(body).toContain(JSON.stringify({ data: data('inputs/a.wav'), format: 'wav' }));
    expect(body).toContain(JSON.stringify({ data: data('inputs/b.mp3'), format: 'mp3' }));
  });
});

describe('an answer', () => {
  test('counts its tokens, where the server does', async () => {
    const usage = {
      prompt_tokens: 100,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens: 20,
      completion_tokens_details: { reasoning_tokens: 5 },
    };
    expect((await ask([...hello, { choices: [], usage }, { choices: [] }])).usage).toEqual({
      inputTokens: 100,
      cachedInputTokens: 60,
      outputTokens: 20,
      reasoningTokens: 5,
    });
    expect((await ask(hello)).usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  test('may come in chunks without choices', async () => {
    expect((await ask([{ usage: null }, {}, ...hello])).outcome).toBe('complete');
  });

  test('with calls may say that it stopped, as vLLM does', async () => {
    const calls = [{ id: 'call_1', function: { name: 'look_up', arguments: '{"key":"a"}' } }];
    const { outcome, message } = await ask([chunk({ tool_calls: calls }), chunk({}, 'stop')]);
    expect(outcome).toBe('complete');
    expect(message.content).toEqual([{ type: 'call', id: 'call_1', name: 'look_up', arguments: '{"key":"a"}' }]);
  });

  test.each(['reasoning', 'reasoning_content'])('gives %s back in the field that it came in', async (field) => {
    const first = await ask([chunk({ [field]: 'Now ' }), chunk({ [field]: 'then.' }), ...hello]);
    expect(first.message.content[0]).toEqual({ type: 'reasoning', text: 'Now then.' });
    await ask(hello, [user('Go.'), first.message, user('On.')]);
    expect(server?.requests[0]?.body['messages']).toContainEqual({
      role: 'assistant',
      content: 'Hello.',
      [field]: 'Now then.',
    });
  });

  test("gives back what the server added to a call, such as Google's thought signature", async () => {
    const extra_content = { google: { thought_signature: 'c2ln' } };
    const call = {
      index: 0,
      id: 'f1',
      type: 'function',
      function: { name: 'look_up', arguments: '{}' },
      extra_content,
    };
    const first = await ask([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]);
    await ask(hello, [user('Go.'), first.message, result('f1')]);
    const { index: _index, ...replayed } = call;
    expect(server?.requests[0]?.body['messages']).toContainEqual({
      role: 'assistant',
      content: null,
      tool_calls: [replayed],
    });
  });

  test('content filters are refusals', async () => {
    expect(await ask([chunk({ content: 'Well' }), chunk({}, 'content_filter')])).toMatchObject({
      outcome: 'refused',
      message: { content: [{ type: 'text', text: 'Well' }] },
    });
  });
});

test.each(['{"key": ', '', '[1]', '"a"', 'null'])(
  'arguments that are no object (%s) are replayed inside one, so that servers can parse them',
  async (json) => {
    const call = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: json } };
    const first = await ask([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]);
    expect(first.message.content).toMatchObject([{ type: 'call', arguments: json }]);
    const { native: _native, ...foreign }: AssistantMessage = first.message;
    for (const message of [first.message, foreign]) {
      await ask(hello, [user('Go.'), message, result('call_1')]);
      expect(server?.requests[0]?.body['messages']).toContainEqual({
        role: 'assistant',
        content: null,
        tool_calls: [{ ...call, function: { name: 'look_up', arguments: JSON.stringify({ INVALID_JSON: json }) } }],
      });
    }
  },
);

function data(path: string): string {
  return Buffer.from(`bytes of ${path}`).toString('base64');
}

function result(callId: string): Message {
  return { role: 'tool', results: [{ callId, name: 'look_up', output: { type: 'inline', value: {} } }] };
}
