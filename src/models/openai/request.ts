import { hash } from 'node:crypto';
import type { OpenAI } from 'openai';
import { shownParts, type ShownPart, type Viewer } from '../assets.ts';
import type { ModelRequest } from '../port.ts';
import { replay, type ReplayedMessage } from '../replay.ts';

type InputItem = OpenAI.Responses.ResponseInputItem;
type InputPart = OpenAI.Responses.ResponseInputContent;

export const OPENAI: Viewer<'text' | 'image' | 'pdf'> = { name: 'openai', forms: ['text', 'image', 'pdf'] };

/** A stateless request: nothing is stored at OpenAI, the whole conversation goes along, with encrypted reasoning. */
export async function responsesRequest(request: ModelRequest): Promise<OpenAI.Responses.ResponseCreateParamsStreaming> {
  const { model, system, messages, tools, maxTokens, cacheKey, readAsset } = request;
  const items = replay(messages, OPENAI.name, model).map((message) => inputItems(message, readAsset));
  return {
    model,
    instructions: system,
    input: (await Promise.all(items)).flat(),
    tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })),
    max_output_tokens: maxTokens,
    store: false,
    include: ['reasoning.encrypted_content'],
    // At most 64 characters.
    prompt_cache_key: hash('sha256', cacheKey),
    stream: true,
  };
}

async function inputItems(message: ReplayedMessage, readAsset: ModelRequest['readAsset']): Promise<InputItem[]> {
  if (message.role === 'user') {
    const parts = await shownParts(message.content, OPENAI, readAsset);
    return parts.length === 0 ? [] : [{ role: 'user', content: parts.map(inputPart) }];
  }
  if (message.role === 'native') return message.blocks as InputItem[];
  if (message.role === 'tool') {
    return message.results.map(({ callId, text }) => ({
      type: 'function_call_output',
      call_id: callId,
      output: text,
    }));
  }
  return message.parts.map((part) =>
    part.type === 'text'
      ? { role: 'assistant', content: part.text }
      : { type: 'function_call', call_id: part.id, name: part.name, arguments: part.arguments },
  );
}

function inputPart(part: ShownPart<'text' | 'image' | 'pdf'>): InputPart {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  const url = `data:${part.mediaType};base64,${part.base64}`;
  return part.type === 'image'
    ? { type: 'input_image', image_url: url, detail: 'auto' }
    : { type: 'input_file', filename: part.fileName, file_data: url };
}
