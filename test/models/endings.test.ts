import { afterEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/models/port.ts';
import { MODEL_WIRES } from '../support/model-wire.ts';
import { modelRequest, running, user } from '../support/model-request.ts';
import { eventStream, type RawModelServer, type RawReply, startRawModelServer } from '../support/raw-model-server.ts';

const opened: RawModelServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((server) => server.close())));

async function serve(reply: RawReply): Promise<RawModelServer> {
  const server = await startRawModelServer(() => reply);
  opened.push(server);
  return server;
}

describe.each(MODEL_WIRES)('$name', (wire) => {
  const call = async (reply: RawReply, signal = running()): Promise<Answer> =>
    await wire.create((await serve(reply)).url).call(modelRequest([user('Go.')]), signal);

  test('an answer with its end is whole, and its arguments stand as the model wrote them', async () => {
    const json = '{ "key" :"ä\\n", "key":1.0e2 }';
    const answer = await call({ body: eventStream(wire.whole('Yes.', [{ id: 'call_1', json }])) });
    expect(answer).toMatchObject({ outcome: 'complete', usage: { inputTokens: 7, outputTokens: 3 } });
    expect(answer.message.content).toEqual([
      { type: 'text', text: 'Yes.' },
      { type: 'call', id: 'call_1', name: 'look_up', arguments: json },
    ]);
  });

  test('arguments that are no JSON are kept for the loop to object to', async () => {
    const answer = await call({ body: eventStream(wire.whole('', [{ id: 'call_1', json: '{"key": nonsense' }])) });
    expect(answer.message.content).toMatchObject([{ type: 'call', arguments: '{"key": nonsense' }]);
  });

  test.each([
    ['in its text', wire.opening('Half a')],
    ['in a call', [...wire.opening('Let me'), ...wire.call('call_1', ['{"key":', '"a"}'])]],
    ['before its first event', []],
  ])('a stream that ends %s is cut off', async (_where, events) => {
    await expect(call({ body: eventStream(events) })).rejects.toMatchObject({
      code: 'answer_cut_off',
      message: expect.stringContaining(`${wire.name} ended its answer early [model=model-1]`),
    });
  });

  test('a connection that is reset in the middle makes the model unavailable', async () => {
    const error = await call({ body: eventStream(wire.opening('Half a')), ending: 'reset' }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'model_unavailable', cause: expect.any(Error) });
  });

  test('an error in the middle of a stream makes the model unavailable, with what it said', async () => {
    const body = eventStream([...wire.opening('Half a'), ...wire.overloaded()]);
    await expect(call({ body })).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('The server is overloaded'),
    });
  });

  test('events that are no JSON make the model unavailable', async () => {
    const body = `${eventStream(wire.opening('Half a'))}event: message_delta\ndata: {"type":\n\n`;
    await expect(call({ body })).rejects.toMatchObject({ code: 'model_unavailable' });
  });

  test.each(['text/html; charset=utf-8', 'application/json'])(
    'a %s answer makes the model unavailable',
    async (type) => {
      const reply = { headers: { 'content-type': type }, body: '<!doctype html><p>Sign in to the Wi-Fi' };
      await expect(call(reply)).rejects.toMatchObject({
        code: 'model_unavailable',
        message: expect.stringContaining(type),
      });
    },
  );

  test('a server that is not there makes the model unavailable, with the address', async () => {
    const server = await startRawModelServer(() => ({ body: '' }));
    await server.close();
    const gone = wire.create(server.url).call(modelRequest([user('Go.')]), running());
    await expect(gone).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining(`ECONNREFUSED ${new URL(server.url).host}`),
    });
  });

  test('at the token limit only the text counts', async () => {
    const events = [...wire.opening('Let me'), ...wire.call('call_1', ['{"key":', '"a']), ...wire.tokenLimit()];
    expect(await call({ body: eventStream(events) })).toEqual({
      outcome: 'truncated',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Let me' }] },
      usage: expect.objectContaining({ outputTokens: 9 }),
    });
  });

  test('a refusal is told in its own words', async () => {
    expect(await call({ body: eventStream(wire.refusal('That I will not do.')) })).toMatchObject({
      outcome: 'refused',
      message: { role: 'assistant', content: [{ type: 'text', text: 'That I will not do.' }] },
    });
  });

  test('a stop reason that nobody knows is not taken for an end', async () => {
    await expect(call({ body: eventStream(wire.oddStop()) })).rejects.toMatchObject({
      code: 'answer_cut_off',
      message: expect.stringContaining('moonrise'),
    });
  });

  test('an abort in the middle of a stream ends the call with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled by the operator');
    const server = await serve({ body: eventStream(wire.opening('Half a')), ending: 'hang' });
    const request = modelRequest([user('Go.')], { onText: () => controller.abort(reason) });
    await expect(wire.create(server.url).call(request, controller.signal)).rejects.toBe(reason);
  });

  test('a failed call is made once', async () => {
    const server = await serve({ status: 500, headers: { 'content-type': 'application/json' }, body: '{}' });
    await expect(wire.create(server.url).call(modelRequest([user('Go.')]), running())).rejects.toMatchObject({
      code: 'model_unavailable',
    });
    expect(server.requests).toHaveLength(1);
  });
});

// Chat Completions has no event for the end of a call.
describe.each(MODEL_WIRES.filter(({ name }) => name !== 'openai-chat'))('$name', (wire) => {
  test('an answer that ends before a call in it does is cut off', async () => {
    const events = [...wire.opening('Hm'), ...wire.call('call_1', ['{"ke']), ...wire.whole('Hm', []).slice(-2)];
    const server = await serve({ body: eventStream(events) });
    await expect(wire.create(server.url).call(modelRequest([user('Go.')]), running())).rejects.toMatchObject({
      code: 'answer_cut_off',
      message: expect.stringContaining('has no end'),
    });
  });
});
