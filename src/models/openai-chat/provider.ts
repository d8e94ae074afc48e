import { canShow } from '../assets.ts';
import { classified, expectEvents } from '../failures.ts';
import { openAIClient, type OpenAIOptions } from '../openai/client.ts';
import { classifyOpenAIError } from '../openai/errors.ts';
import type { ModelProvider } from '../port.ts';
import { readCompletion } from './answer.ts';
import { chatRequest, COMPATIBLE_DIALECT, OPENAI_CHAT, OPENAI_DIALECT } from './request.ts';

/** Chat Completions: of OpenAI itself, and with a base URL of Ollama and other servers that speak it. */
export function createOpenAIChatProvider(options: OpenAIOptions): ModelProvider {
  const client = openAIClient(options);
  const dialect = isOpenAI(client.baseURL) ? OPENAI_DIALECT : COMPATIBLE_DIALECT;
  return {
    name: OPENAI_CHAT.name,
    accepts: (asset) => canShow(OPENAI_CHAT, asset),
    async call(request, signal) {
      const body = await chatRequest(request, dialect);
      const callee = {
        provider: OPENAI_CHAT.name,
        model: request.model,
        keyVariable: 'OPENAI_API_KEY',
        key: options.apiKey,
      };
      return await classified(callee, signal, classifyOpenAIError, async () => {
        const { data, response } = await client.chat.completions.create(body, { signal }).withResponse();
        expectEvents(response, callee);
        return await readCompletion(data, callee, (delta) => request.onText?.(delta));
      });
    },
  };
}

function isOpenAI(baseUrl: string): boolean {
  return new URL(baseUrl).hostname.endsWith('.openai.com');
}
