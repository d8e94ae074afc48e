import type { Anthropic } from '@anthropic-ai/sdk';

export const CACHE_MARK = { type: 'ephemeral' } as const;

interface Param {
  role: 'user' | 'assistant';
  content: Anthropic.ContentBlockParam[];
}

/**
 * Marks the end of the last two user messages for the prompt cache: the newest is written, the one before is where the
 * last call's entry ends. It is marked, too, because the look-back from a mark covers 20 blocks, and a turn with many
 * calls has more. With the system prompt's, that makes three of the four marks that a request may have.
 */
export function withCacheMarks(messages: Param[]): Param[] {
  const marked = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-2);
  return messages.map((message, index) =>
    marked.includes(index) ? { ...message, content: markLast(message.content) } : message,
  );
}

function markLast(content: Anthropic.ContentBlockParam[]): Anthropic.ContentBlockParam[] {
  return content.map((block, index) =>
    index === content.length - 1 ? ({ ...block, cache_control: CACHE_MARK } as typeof block) : block,
  );
}
