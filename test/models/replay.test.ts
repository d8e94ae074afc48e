import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssistantMessage, AssistantPart, Message } from '../../src/contract/message.ts';
import type { ModelProvider } from '../../src/models/port.ts';
import { modelRequest, running, user } from '../support/model-request.ts';
import { MODEL_WIRES, type ModelWire } from '../support/model-wire.ts';
import { eventStream, type RawModelServer, startRawModelServer } from '../support/raw-model-server.ts';

type Json = Record<string, unknown>;
type Call = Extract<AssistantPart, { type: 'call' }>;

/** One turn of the model, before it is anybody's. */
interface Turn {
  author: 'own' | 'foreign' | 'unknown';
  thought: string;
  said: string;
  calls: Call[];
}

const word = fc.string({ unit: 'grapheme', maxLength: 12 });
const turn: fc.Arbitrary<Turn> = fc.record({
  author: fc.constantFrom('own', 'foreign', 'unknown'),
  thought: word.map((text) => `THOUGHT ${text}`),
  said: fc.oneof(word, fc.constant(''), fc.constant('  ')),
  calls: fc.uniqueArray(
    fc.record({
      type: fc.constant('call' as const),
      // Ids as vendors write them, and what no other vendor would take.
      id: fc.oneof(fc.stringMatching(/^[\w-]{1,40}$/), fc.string({ minLength: 1, maxLength: 80 })),
      name: fc.constant('look_up'),
      arguments: fc.oneof(fc.json({ maxDepth: 1 }), fc.constantFrom('', '{"key":', '{}')),
    }),
    { maxLength: 3, selector: ({ id }) => id },
  ),
});

/** The blocks in which each provider gets its own turn back. */
const blocksOf: Record<string, (turn: Turn) => Json[]> = {
  openai: ({ thought, said, calls }) => [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: thought },
    { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: said }] },
    ...calls.map(({ id, name, arguments: json }) => ({ type: 'function_call', call_id: id, name, arguments: json })),
  ],
  'openai-chat': ({ thought, said, calls }) => [
    {
      role: 'assistant',
      content: said,
      reasoning_content: thought,
      tool_calls: calls.map(({ id, name }) => ({ id, type: 'function', function: { name, arguments: '{}' } })),
    },
  ],
  anthropic: ({ thought, said, calls }) => [
    { type: 'thinking', thinking: thought, signature: thought },
    { type: 'text', text: `said ${said}` },
    ...calls.map(({ id, name }) => ({ type: 'tool_use', id, name, input: {} })),
  ],
};

function messagesOf(turns: Turn[], provider: string): Message[] {
  return [user('Go.'), ...turns.flatMap((item) => [assistant(item, provider), answerTo(item)])];
}

function assistant(item: Turn, provider: string): AssistantMessage {
  const { author, thought, said, calls } = item;
  const content: AssistantPart[] = [{ type: 'reasoning', text: thought }, { type: 'text', text: said }, ...calls];
  const message = { role: 'assistant', content } as const;
  if (author === 'unknown') return message;
  if (author === 'foreign') {
    return { ...message, native: { provider: 'elsewhere', model: 'model-1', blocks: [{ thought }] } };
  }
  return { ...message, native: { provider, model: 'model-1', blocks: blocksOf[provider]?.(item) ?? [] } };
}

function answerTo({ calls }: Turn): Message {
  if (calls.length === 0) return user('Go on.');
  const results = calls.map(({ id, name }, index) => ({
    callId: id,
    name,
    output: { type: 'inline' as const, value: { index } },
  }));
  return { role: 'tool', results };
}

/** The conversation in a request's body, item by item, without the cache marks, which move. */
function conversation(body: Json): Json[] {
  const items = (body['input'] ?? body['messages']) as Json[];
  return JSON.parse(JSON.stringify(items, (name, value: unknown) => (name === 'cache_control' ? undefined : value)));
}

/** Where the id of a call stands, and that of a result, by the type or role of what holds it. */
const CALL_IDS: Record<string, string> = { function_call: 'call_id', function: 'id', tool_use: 'id' };
const RESULT_IDS: Record<string, string> = {
  function_call_output: 'call_id',
  tool: 'tool_call_id',
  tool_result: 'tool_use_id',
};

function ids(items: Json[], places: Record<string, string>): unknown[] {
  const blocks = items.flatMap((item) => [item, ...blocksIn(item['content']), ...blocksIn(item['tool_calls'])]);
  return blocks.flatMap((block) => {
    const place = places[String(block['type'] ?? block['role'])];
    return place === undefined ? [] : [block[place]];
  });
}

function blocksIn(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

describe.each(MODEL_WIRES)('$name', (wire: ModelWire) => {
  let server: RawModelServer;
  let provider: ModelProvider;
  beforeAll(async () => {
    server = await startRawModelServer(() => ({ body: eventStream(wire.whole('Done.', [])) }));
    provider = wire.create(server.url);
  });
  afterAll(() => server.close());

  async function bodyOf(messages: Message[]): Promise<Json> {
    await provider.call(modelRequest(messages), running());
    return server.requests.at(-1)?.body ?? {};
  }
  const turns = fc.array(turn, { maxLength: 5 });

  test('every call in a request gets exactly one result, in the order of the calls', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (items) => {
        const sent = conversation(await bodyOf(messagesOf(items, wire.name)));
        const called = ids(sent, CALL_IDS);
        expect(called).toHaveLength(items.flatMap(({ calls }) => calls).length);
        expect(ids(sent, RESULT_IDS)).toEqual(called);
      }),
    );
  });

  test('own blocks go back byte for byte, and no one gets the thoughts of another', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (items) => {
        const sent = JSON.stringify(conversation(await bodyOf(messagesOf(items, wire.name))));
        const own = items.filter(({ author }) => author === 'own');
        for (const item of own) {
          for (const block of blocksOf[wire.name]?.(item) ?? []) expect(sent).toContain(JSON.stringify(block));
        }
        const thoughtsPerTurn = JSON.stringify(own.map((item) => blocksOf[wire.name]?.(item))).split('THOUGHT').length;
        expect(sent.split('THOUGHT')).toHaveLength(thoughtsPerTurn);
      }),
    );
  });

  test('a longer conversation begins as the shorter one did', async () => {
    await fc.assert(
      fc.asyncProperty(turns, fc.nat(10), async (items, cut) => {
        const messages = messagesOf(items, wire.name);
        const shorter = await bodyOf(messages.slice(0, 1 + (cut % messages.length)));
        const longer = await bodyOf(messages);
        const before = conversation(shorter);
        expect(JSON.stringify(conversation(longer).slice(0, before.length))).toBe(JSON.stringify(before));
        for (const field of ['instructions', 'system', 'tools', 'prompt_cache_key']) {
          expect(JSON.stringify(longer[field])).toBe(JSON.stringify(shorter[field]));
        }
      }),
    );
  });

  test('a message that was not read from the store is refused', async () => {
    const uri = 'file:///store/results/1';
    const output = { type: 'stored', uri, bytes: 5000, preview: {} } as const;
    const call: AssistantPart = { type: 'call', id: 'a', name: 'look_up', arguments: '{}' };
    const refusal = { code: 'invalid_input', message: expect.stringContaining(`[uri=${uri}]`) };
    await expect(
      bodyOf([
        user('Go.'),
        { role: 'assistant', content: [call] },
        { role: 'tool', results: [{ callId: 'a', name: 'look_up', output }] },
      ]),
    ).rejects.toMatchObject(refusal);
    await expect(bodyOf([{ role: 'user', content: [{ type: 'stored_text', uri, bytes: 9 }] }])).rejects.toMatchObject(
      refusal,
    );
  });
});
