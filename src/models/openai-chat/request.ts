import { hash } from 'node:crypto';
import type { OpenAI } from 'openai';
import { shownParts, type ShownPart, type Viewer } from '../assets.ts';
import type { ModelRequest } from '../port.ts';
import { argumentsObject, replay, type ReplayedMessage } from '../replay.ts';

type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam;
type ChatPart = OpenAI.Chat.ChatCompletionContentPart;
type ChatCall = OpenAI.Chat.ChatCompletionMessageFunctionToolCall;
type Form = 'text' | 'image' | 'pdf' | 'audio';

export const OPENAI_CHAT: Viewer<Form> = { name: 'openai-chat', forms: ['text', 'image', 'pdf', 'audio'] };

/** How servers that speak Chat Completions differ in a request: by flags, not by code. */
export interface ChatDialect {
  tokenLimit: 'max_tokens' | 'max_completion_tokens';
  promptCacheKey: boolean;
}

export const OPENAI_DIALECT: ChatDialect = { tokenLimit: 'max_completion_tokens', promptCacheKey: true };
/** What Ollama, vLLM, llama.cpp and the like all take; some refuse fields that they do not know. */
export const COMPATIBLE_DIALECT: ChatDialect = { tokenLimit: 'max_tokens', promptCacheKey: false };

export async function chatRequest(
  request: ModelRequest,
  { tokenLimit, promptCacheKey }: ChatDialect,
): Promise<OpenAI.Chat.ChatCompletionCreateParamsStreaming> {
  const { model, system, messages, tools, maxTokens, cacheKey, readAsset } = request;
  const conversation = replay(messages, OPENAI_CHAT.name, model).map((message) => chatMessages(message, readAsset));
  return {
    model,
    messages: [{ role: 'system', content: system }, ...(await Promise.all(conversation)).flat()],
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    [tokenLimit]: maxTokens,
    ...(promptCacheKey && { prompt_cache_key: hash('sha256', cacheKey) }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

async function chatMessages(message: ReplayedMessage, readAsset: ModelRequest['readAsset']): Promise<ChatMessage[]> {
  if (message.role === 'user') {
    const parts = await shownParts(message.content, OPENAI_CHAT, readAsset);
    return parts.length === 0 ? [] : [{ role: 'user', content: userContent(parts) }];
  }
  if (message.role === 'native') return message.blocks as ChatMessage[];
  if (message.role === 'tool') {
    return message.results.map(({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text }));
  }
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const calls = message.parts.flatMap((part) => (part.type === 'call' ? [chatCall(part)] : []));
  return [{ role: 'assistant', content: text === '' ? null : text, ...(calls.length > 0 && { tool_calls: calls }) }];
}

/** A call as it is replayed. */
export function chatCall({ id, name, arguments: json }: { id: string; name: string; arguments: string }): ChatCall {
  return { id, type: 'function', function: { name, arguments: replayableArguments(json) } };
}

/** Ollama, vLLM and SGLang parse the arguments of earlier turns and answer 400 when they are no JSON object. */
function replayableArguments(json: string): string {
  const value = argumentsObject(json);
  return 'INVALID_JSON' in value ? JSON.stringify(value) : json;
}

function userContent(parts: ShownPart<Form>[]): string | ChatPart[] {
  // The plain string is what every server takes.
  return parts.length === 1 && parts[0]?.type === 'text' ? parts[0].text : parts.map(chatPart);
}

function chatPart(part: ShownPart<Form>): ChatPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'audio') {
    const format = /mpeg|mp3/i.test(part.mediaType) ? 'mp3' : 'wav';
    return { type: 'input_audio', input_audio: { data: part.base64, format } };
  }
  const url = `data:${part.mediaType};base64,${part.base64}`;
  return part.type === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename: part.fileName, file_data: url } };
}
