import type { AssistantMessage } from '../../src/contract/message.ts';
import type { Answer, ModelProvider, ModelRequest } from '../../src/models/port.ts';

/** A provider in this process that counts its calls. */
export interface ScriptedProvider extends ModelProvider {
  requests: ModelRequest[];
}

/** Answers each call by a function of its number, from 1. */
export function scriptedProvider(
  answer: (call: number, request: ModelRequest) => Promise<string> | string,
): ScriptedProvider {
  const requests: ModelRequest[] = [];
  return {
    name: 'scripted',
    requests,
    accepts: () => false,
    async call(request): Promise<Answer> {
      requests.push(request);
      const text = await answer(requests.length, request);
      const message: AssistantMessage = { role: 'assistant', content: [{ type: 'text', text }] };
      return {
        outcome: 'complete',
        message,
        usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 },
      };
    },
  };
}
