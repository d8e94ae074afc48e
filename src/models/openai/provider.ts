import { BadRequestError } from 'openai';
import { canShow } from '../assets.ts';
import { classified, expectEvents } from '../failures.ts';
import type { ModelProvider } from '../port.ts';
import { readResponse } from './answer.ts';
import { openAIClient, type OpenAIOptions } from './client.ts';
import { classifyOpenAIError } from './errors.ts';
import { OPENAI, responsesRequest } from './request.ts';

/** OpenAI's Responses API. */
export function createOpenAIProvider(options: OpenAIOptions): ModelProvider {
  const client = openAIClient(options);
  /** Models that refuse to be asked for encrypted reasoning, because they have none. */
  const plain = new Set<string>();
  return {
    name: OPENAI.name,
    accepts: (asset) => canShow(OPENAI, asset),
    async call(request, signal) {
      const body = await responsesRequest(request);
      const callee = {
        provider: OPENAI.name,
        model: request.model,
        keyVariable: 'OPENAI_API_KEY',
        key: options.apiKey,
      };
      const open = () => {
        const params = plain.has(request.model) ? { ...body, include: null } : body;
        return client.responses.create(params, { signal }).withResponse();
      };
      return await classified(callee, signal, classifyOpenAIError, async () => {
        const { data, response } = await open().catch((error: unknown) => {
          if (!refusesEncryptedReasoning(error)) throw error;
          plain.add(request.model);
          return open();
        });
        expectEvents(response, callee);
        return await readResponse(data, callee, (delta) => request.onText?.(delta));
      });
    },
  };
}

/** The API names no such models beforehand: it says "Encrypted content is not supported with this model." */
function refusesEncryptedReasoning(error: unknown): boolean {
  return error instanceof BadRequestError && /encrypted content is not supported/i.test(error.message);
}
