import { afterEach, describe, expect, test } from 'vitest';
import type { Message } from '../../../src/contract/message.ts';
import { createAnthropicProvider } from '../../../src/models/anthropic/provider.ts';
import type { Answer } from '../../../src/models/port.ts';
import { LOOK_UP, modelRequest, running, user } from '../../support/model-request.ts';
import { eventStream, type RawModelServer, startRawModelServer } from '../../support/raw-model-server.ts';

let server: RawModelServer | undefined;
afterEach(() => server?.close());

/** Asks a server that answers each request with the next stream, and from then on with the last. */
async function ask(streams: object[][], messages: Message[] = [user('Go.')]): Promise<Answer> {
  await server?.close();
  server = await startRawModelServer((_request, index) => ({
    body: eventStream(streams[index] ?? streams.at(-1) ?? []),
  }));
  return await createAnthropicProvider({ apiKey: 'key', baseUrl: server.url }).call(modelRequest(messages), running());
}

const start = (usage: object = {}) => ({ type: 'message_start', message: { content: [], usage } });
const end = (stop_reason: string, usage: object = {}) => [
  { type: 'message_delta', delta: { stop_reason }, usage },
  { type: 'message_stop' },
];
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const text = (index: number, said: string) =>
  block(index, { type: 'text', text: '' }, { type: 'text_delta', text: said });
const call = (index: number, id: string, ...json: string[]) =>
  block(
    index,
    { type: 'tool_use', id, name: 'look_up', input: {} },
    ...json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  );
const done = [start(), ...text(0, 'Done.'), ...end('end_turn')];
const body = (index = 0) => server?.requests[index]?.body as { messages: { role: string; content: object[] }[] };

function results(...ids: string[]): Message {
  return {
    role: 'tool',
    results: ids.map((callId) => ({ callId, name: 'look_up', output: { type: 'inline', value: { of: callId } } })),
  };
}

describe('the request', () => {
  test('holds the system prompt with its cache mark, the tools and the messages', async () => {
    await ask([done]);
    expect(server?.requests[0]).toMatchObject({ path: '/v1/messages', headers: { authorization: 'Bearer key' } });
    expect(body()).toEqual({
      model: 'model-1',
      max_tokens: 1000,
      system: [{ type: 'text', text: 'You are careful.', cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.', cache_control: { type: 'ephemeral' } }] }],
      tools: [{ name: LOOK_UP.name, description: LOOK_UP.description, input_schema: LOOK_UP.parameters }],
      stream: true,
    });
  });

  test('holds all results of a turn in one user message', async () => {
    const first = await ask([[start(), ...call(0, 'a', '{}'), ...call(1, 'b', '{}'), ...end('tool_use')]]);
    await ask([done], [user('Go.'), first.message, results('a', 'b')]);
    expect(body().messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(body().messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: '{"of":"a"}' },
      { type: 'tool_result', tool_use_id: 'b', content: '{"of":"b"}', cache_control: { type: 'ephemeral' } },
    ]);
  });

  test('leaves out a message that is blank, which the API refuses', async () => {
    await ask([done], [user('Go.'), user(' '), user('On.')]);
    expect(body().messages).toHaveLength(2);
  });

  test('marks the newest user message and the one before for the cache, however long it is', async () => {
    const first = await ask([[start(), ...call(0, 'a', '{}'), ...end('tool_use')]]);
    const turns = Array.from({ length: 30 }, () => [first.message, results('a')]).flat();
    await ask([done], [user('Go.'), ...turns]);
    const marked = body().messages.map(({ content }) => JSON.stringify(content).split('cache_control').length - 1);
    expect(marked.map((count, index) => (count > 0 ? index : -1)).filter((index) => index >= 0)).toEqual([58, 60]);
    expect(JSON.stringify(body()).split('cache_control').length - 1).toBe(3);
  });
});

describe('an answer', () => {
  test('of thoughts keeps their blocks for replay byte for byte', async () => {
    const thinking = { type: 'thinking', thinking: 'First "a",\nthen b — ünï.', signature: 'ErUB+/=' };
    const redacted = { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va' };
    const first = await ask([
      [
        start(),
        ...block(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'First "a",\n' },
          { type: 'thinking_delta', thinking: 'then b — ünï.' },
          { type: 'signature_delta', signature: 'ErUB+/=' },
        ),
        ...block(1, redacted),
        ...call(2, 'a', '{"key"', ':"a"}'),
        ...end('tool_use'),
      ],
    ]);
    expect(first.message.content).toEqual([
      { type: 'reasoning', text: thinking.thinking },
      { type: 'call', id: 'a', name: 'look_up', arguments: '{"key":"a"}' },
    ]);
    await ask([done], [user('Go.'), first.message, results('a')]);
    const call_a = { type: 'tool_use', id: 'a', name: 'look_up', input: { key: 'a' } };
    expect(JSON.stringify(body().messages[1]?.content)).toBe(JSON.stringify([thinking, redacted, call_a]));
  });

  test('with a call without arguments has the empty object for them', async () => {
    const first = await ask([[start(), ...call(0, 'a'), ...end('tool_use')]]);
    expect(first.message.content).toMatchObject([{ type: 'call', arguments: '{}' }]);
  });

  test('with arguments that are no JSON can be replayed', async () => {
    const first = await ask([[start(), ...call(0, 'a', '{"key": nonsense'), ...end('tool_use')]]);
    await ask([done], [user('Go.'), first.message, results('a')]);
    expect(body().messages[1]?.content).toMatchObject([{ id: 'a', input: { INVALID_JSON: '{"key": nonsense' } }]);
  });

  test('without any content is left out of the next request', async () => {
    const first = await ask([[start(), ...text(0, '  '), ...end('end_turn')]]);
    await ask([done], [user('Go.'), first.message, user('On.')]);
    expect(body().messages.map(({ role }) => role)).toEqual(['user', 'user']);
  });

  test('counts what was read from and written to the cache as input', async () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 200,
      cache_read_input_tokens: 3000,
      output_tokens: 1,
    };
    const atEnd = {
      input_tokens: null,
      output_tokens: 50,
      output_tokens_details: { thinking_tokens: 30 },
    };
    expect((await ask([[start(usage), ...end('end_turn', atEnd)]])).usage).toEqual({
      inputTokens: 3210,
      cachedInputTokens: 3000,
      outputTokens: 50,
      reasoningTokens: 30,
    });
  });

  test('that the API pauses is gone on with until it ends, as one turn', async () => {
    const paused = [start({ input_tokens: 5 }), ...text(0, 'Part one, '), ...end('pause_turn', { output_tokens: 3 })];
    const rest = [start({ input_tokens: 9 }), ...text(0, 'part two.'), ...end('end_turn', { output_tokens: 4 })];
    const answer = await ask([paused, rest]);
    expect(answer.outcome).toBe('complete');
    expect(answer.message.content.map((part) => part.type === 'text' && part.text).join('')).toBe(
      'Part one, part two.',
    );
    expect(answer.message.native?.blocks).toHaveLength(2);
    expect(answer.usage).toMatchObject({ inputTokens: 14, outputTokens: 7 });
    expect(body(1).messages.at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Part one, ' }] });
  });

  test('that ends without a stop reason after a pause is cut off', async () => {
    const paused = [start(), ...text(0, 'Hm. '), ...end('pause_turn')];
    await expect(ask([paused, [start(), { type: 'message_stop' }]])).rejects.toMatchObject({ code: 'answer_cut_off' });
    expect(server?.requests).toHaveLength(2);
  });

  test('that is paused without end is given up', async () => {
    const paused = [start(), ...text(0, 'Hm. '), ...end('pause_turn')];
    await expect(ask([paused])).rejects.toMatchObject({ code: 'answer_cut_off' });
    expect(server?.requests).toHaveLength(9);
  });
});
