import type { Asset } from '../../src/contract/asset.ts';
import type { Message } from '../../src/contract/message.ts';
import type { ToolSpec } from '../../src/contract/model.ts';
import type { ModelRequest } from '../../src/models/port.ts';

/** The tool that the requests of the model tests offer. */
export const LOOK_UP: ToolSpec = {
  name: 'look_up',
  description: 'Looks something up.',
  parameters: {
    type: 'object',
    properties: { key: { type: 'string' } },
    required: ['key'],
    additionalProperties: false,
  },
};

/** A request as `callModel` makes it. */
export function modelRequest(messages: Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'model-1',
    system: 'You are careful.',
    messages,
    tools: [LOOK_UP],
    maxTokens: 1000,
    cacheKey: 'run-1',
    readAsset: async ({ path }) => Buffer.from(`bytes of ${path}`),
    ...more,
  };
}

export function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export function input(kind: Asset['kind'], path: string, mediaType: string): Asset {
  return { kind, path, mediaType, uri: `file:///store/${path}`, bytes: 3, sha256: '0'.repeat(64) };
}

export const running = (): AbortSignal => new AbortController().signal;
