import type { Anthropic } from '@anthropic-ai/sdk';
import { shownParts, type ShownPart, type Viewer } from '../assets.ts';
import type { ModelRequest } from '../port.ts';
import { argumentsObject, replay, type ReplayedMessage } from '../replay.ts';
import { withCacheMarks, CACHE_MARK } from './cache-marks.ts';

type Block = Anthropic.ContentBlockParam;
type Form = 'text' | 'image' | 'pdf';

export const ANTHROPIC: Viewer<Form> = { name: 'anthropic', forms: ['text', 'image', 'pdf'] };

export async function messagesRequest(request: ModelRequest): Promise<Anthropic.MessageCreateParamsStreaming> {
  const { model, system, messages, tools, maxTokens, readAsset } = request;
  const conversation = replay(messages, ANTHROPIC.name, model).map((message) => toParam(message, readAsset));
  return {
    model,
    max_tokens: maxTokens,
    // An empty text block is refused.
    ...(system.trim() !== '' && { system: [{ type: 'text', text: system, cache_control: CACHE_MARK }] }),
    messages: withCacheMarks((await Promise.all(conversation)).filter(({ content }) => content.length > 0)),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters as Anthropic.Tool.InputSchema,
      })),
    }),
    stream: true,
  };
}

async function toParam(
  message: ReplayedMessage,
  readAsset: ModelRequest['readAsset'],
): Promise<{ role: 'user' | 'assistant'; content: Block[] }> {
  if (message.role === 'user') {
    const parts = await shownParts(message.content, ANTHROPIC, readAsset);
    return { role: 'user', content: parts.map(userBlock) };
  }
  if (message.role === 'native') return { role: 'assistant', content: message.blocks as Block[] };
  if (message.role === 'tool') {
    const results = message.results.map(({ callId, text }): Block => {
      return { type: 'tool_result', tool_use_id: callId, content: text };
    });
    return { role: 'user', content: results };
  }
  const blocks = message.parts.map((part): Block =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'tool_use', id: part.id, name: part.name, input: argumentsObject(part.arguments) },
  );
  return { role: 'assistant', content: blocks };
}

function userBlock(part: ShownPart<Form>): Block {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image') {
    const media_type = part.mediaType as Anthropic.Base64ImageSource['media_type'];
    return { type: 'image', source: { type: 'base64', media_type, data: part.base64 } };
  }
  return {
    type: 'document',
    title: part.fileName,
    source: { type: 'base64', media_type: 'application/pdf', data: part.base64 },
  };
}
