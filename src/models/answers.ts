import type { Usage } from '../contract/model.ts';
import type { Answer } from './port.ts';

/** An answer of which only the text counts: cut at the token limit, or a refusal. */
export function textOnly(outcome: 'truncated' | 'refused', text: string, usage: Usage): Answer {
  return { outcome, message: { role: 'assistant', content: text === '' ? [] : [{ type: 'text', text }] }, usage };
}

/** A provider's count of tokens; what is no count is 0. */
export function tokens(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
}
