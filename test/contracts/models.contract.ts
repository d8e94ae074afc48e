import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Asset } from '../../src/contract/asset.ts';
import type { AssistantPart, Message, ToolMessage } from '../../src/contract/message.ts';
import type { Models } from '../../src/models/models.ts';
import { createModels } from '../../src/models/models.ts';
import type { Answer, ModelProvider, ModelRequest } from '../../src/models/port.ts';
import { input, modelRequest, running, user } from '../support/model-request.ts';
import { MISSING_MODEL, SCRIPTED_USAGE, type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts';

/** What the wire looks like where the providers differ. */
export interface ModelContractCase {
  provider: string;
  /** A model that reasons. */
  model: string;
  keyVariable: string;
  /** How an image stands in the body of a request. */
  image: (base64: string) => unknown;
  /** How a PDF does. */
  pdf: (base64: string) => unknown;
  /** What of the first answer's reasoning the second request has to hold. */
  reasoning: (answer: Answer) => unknown[];
}

const look = (key: string) => ({ name: 'look_up', arguments: { key } });

const scripts = {
  'just-text': [{ text: 'Hello there.' }],
  'one-call': [{ text: 'Let me see.', calls: [look('a')] }, { text: 'It is 1.' }],
  'many-calls': [{ calls: [look('a'), look('b'), look('c')] }, { text: 'They are 1, 2 and 3.' }],
  'with-reasoning': [{ reasoning: 'First a, then b.', text: 'Hm.', calls: [look('a')] }, { text: 'Done.' }],
};

function results(answer: Answer): ToolMessage {
  const calls = answer.message.content.filter((part) => part.type === 'call');
  return {
    role: 'tool',
    results: calls.map(({ id, name, arguments: json }) => ({
      callId: id,
      name,
      output: { type: 'inline', value: { found: JSON.parse(json) as unknown } },
    })),
  };
}

/** A part of a request's body, at whatever depth. */
function holds(body: unknown, part: unknown): boolean {
  return JSON.stringify(body).includes(JSON.stringify(part).slice(1, -1));
}

/** What every adapter of the port ModelProvider keeps to. */
export function modelsContract({ provider: name, model, keyVariable, ...wire }: ModelContractCase): void {
  describe(name, () => {
    let server: ScriptedModel;
    let models: Models;
    let provider: ModelProvider;
    beforeAll(async () => {
      server = await startScriptedModel(scripts);
      models = createModels(server.environment);
      provider = models.get(name);
    });
    afterAll(() => server.close());

    const call = (messages: Message[], more: Partial<ModelRequest> = {}): Promise<Answer> =>
      provider.call(modelRequest(messages, { model, ...more }), running());
    const lastBody = () => server.requests.at(-1)?.body;

    test('an answer of text is whole, streamed and counted', async () => {
      const pieces: string[] = [];
      const answer = await call([user('just-text')], { onText: (delta) => pieces.push(delta) });
      expect(answer.outcome).toBe('complete');
      expect(textOf(answer)).toBe('Hello there.');
      expect(pieces.join('')).toBe('Hello there.');
      expect(answer.usage).toMatchObject(SCRIPTED_USAGE);
    });

    test('the request carries the system prompt, the tools, the token limit, and asks for a stream', async () => {
      await call([user('just-text')], { system: 'Speak like a pirate.', maxTokens: 1234 });
      const body = lastBody();
      expect(body).toMatchObject({ model, stream: true });
      expect(holds(body, 'Speak like a pirate.')).toBe(true);
      expect(holds(body, { name: 'look_up', description: 'Looks something up.' })).toBe(true);
      expect(Object.values(body ?? {})).toContain(1234);
    });

    test('a call comes with its arguments, and its result leads to the next turn', async () => {
      const opening = user('one-call');
      const first = await call([opening]);
      expect(textOf(first)).toBe('Let me see.');
      expect(callsOf(first)).toEqual([{ type: 'call', id: 'call_0_0', name: 'look_up', arguments: '{"key":"a"}' }]);
      const second = await call([opening, first.message, results(first)]);
      expect(textOf(second)).toBe('It is 1.');
      expect(holds(lastBody(), '{"found":{"key":"a"}}')).toBe(true);
    });

    test('calls of one turn keep their order, and each gets its result', async () => {
      const opening = user('many-calls');
      const first = await call([opening]);
      expect(callsOf(first).map(({ arguments: json }) => json)).toEqual(['{"key":"a"}', '{"key":"b"}', '{"key":"c"}']);
      expect(textOf(await call([opening, first.message, results(first)]))).toBe('They are 1, 2 and 3.');
    });

    test('a conversation of another provider is gone on with, without its reasoning', async () => {
      const opening = user('one-call');
      const first = await call([opening]);
      const foreign: AssistantPart[] = [{ type: 'reasoning', text: 'secret thought' }, ...first.message.content];
      const native = { provider: 'elsewhere', model, blocks: [{ foreign: 'block' }] };
      const second = await call([opening, { role: 'assistant', content: foreign, native }, results(first)]);
      expect(textOf(second)).toBe('It is 1.');
      expect(JSON.stringify(lastBody())).not.toMatch(/secret thought|foreign/);
    });

    test('reasoning is no part of the text, and goes back to the model that thought it', async () => {
      const opening = user('with-reasoning');
      const first = await call([opening]);
      expect(textOf(first)).toBe('Hm.');
      expect(first.message.content[0]).toEqual({ type: 'reasoning', text: 'First a, then b.' });
      await call([opening, first.message, results(first)]);
      const blocks = wire.reasoning(first);
      expect(blocks).not.toHaveLength(0);
      for (const block of blocks) expect(holds(lastBody(), block)).toBe(true);
    });

    test('another model of the same provider does not get the reasoning', async () => {
      const opening = user('with-reasoning');
      const first = await call([opening]);
      await call([opening, first.message, results(first)], { model: `${model}-mini` });
      expect(JSON.stringify(lastBody())).not.toContain('First a, then b.');
    });

    test('images, PDFs and texts are shown, in the order of the message', async () => {
      const shown = [
        input('image', 'inputs/photo.png', 'image/png'),
        input('document', 'inputs/paper.pdf', 'application/pdf'),
        input('document', 'inputs/table.csv', 'text/csv; charset=utf-8'),
      ];
      for (const asset of shown) expect(provider.accepts(asset)).toBe(true);
      await call([{ role: 'user', content: [{ type: 'text', text: 'just-text' }, ...shown.map(part)] }]);
      const body = lastBody();
      expect(holds(body, wire.image(base64('inputs/photo.png')))).toBe(true);
      expect(holds(body, wire.pdf(base64('inputs/paper.pdf')))).toBe(true);
      const pieces = ['just-text', base64('inputs/photo.png'), base64('inputs/paper.pdf'), 'bytes of inputs/table.csv'];
      const places = pieces.map((piece) => JSON.stringify(body).indexOf(piece));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places).not.toContain(-1);
    });

    test.each([
      ['video', 'inputs/clip.mp4', 'video/mp4', 'frames'],
      ['image', 'inputs/drawing.svg', 'image/svg+xml', 'PNG'],
      ['document', 'inputs/letter.docx', 'application/vnd.openxmlformats', 'PDF'],
      ['audio', 'inputs/talk.flac', 'audio/flac', 'WAV or MP3'],
    ] as const)(
      'a %s that no model takes is refused by name before anything is sent',
      async (kind, path, type, way) => {
        const asset = input(kind, path, type);
        expect(provider.accepts(asset)).toBe(false);
        const sent = server.requests.length;
        await expect(call([{ role: 'user', content: [part(asset)] }])).rejects.toMatchObject({
          code: 'unsupported_input',
          message: expect.stringContaining(`[input=${path}]`),
          hint: expect.stringContaining(way),
        });
        expect(server.requests).toHaveLength(sent);
      },
    );

    test('a failure to read an input comes through as it is', async () => {
      const failure = new Error('store is down');
      const asset = input('image', 'inputs/photo.png', 'image/png');
      const readAsset = () => Promise.reject(failure);
      await expect(call([{ role: 'user', content: [part(asset)] }], { readAsset })).rejects.toBe(failure);
    });

    test('an unknown model is named, and not tried again', async () => {
      await expect(call([user('just-text')], { model: MISSING_MODEL })).rejects.toMatchObject({
        code: 'unknown_model',
        message: expect.stringContaining(`[model=${MISSING_MODEL}]`),
      });
    });

    test('a wrong key is told without the key', async () => {
      const wrong = 'wrong-key-0123456789';
      const other = createModels({ ...server.environment, [keyVariable]: wrong }).get(name);
      const error = await other.call(modelRequest([user('just-text')]), running()).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'rejected_key', hint: expect.stringContaining(keyVariable) });
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(wrong);
    });

    test('an abort ends the call with its reason', async () => {
      const controller = new AbortController();
      const reason = new Error('cancelled by the operator');
      controller.abort(reason);
      const request = modelRequest([user('just-text')], { model });
      await expect(provider.call(request, controller.signal)).rejects.toBe(reason);
    });
  });
}

function base64(path: string): string {
  return Buffer.from(`bytes of ${path}`).toString('base64');
}

function part(asset: Asset) {
  return { type: 'asset', asset } as const;
}

function textOf({ message }: Answer): string {
  return message.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('');
}

function callsOf({ message }: Answer) {
  return message.content.filter((item) => item.type === 'call');
}
