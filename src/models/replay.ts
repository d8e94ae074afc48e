import { hash } from 'node:crypto';
import { SkillrunError } from '../contract/errors.ts';
import type { AssistantPart, Message, ToolResult, UserMessage } from '../contract/message.ts';

/** A message as it goes into a request of one provider and model. */
export type ReplayedMessage =
  | UserMessage
  /** The provider's own blocks: only the provider and model that made them can read their reasoning. */
  | { role: 'native'; blocks: unknown[] }
  /** An answer of another model, or one without blocks: reasoning and empty text are left out. */
  | { role: 'rebuilt'; parts: Exclude<AssistantPart, { type: 'reasoning' }>[] }
  /** All results of one turn; `text` is the JSON that the model sees. */
  | { role: 'tool'; results: { callId: string; text: string }[] };

/** Makes a transcript ready for the requests of one provider and model. */
export function replay(messages: Message[], provider: string, model: string): ReplayedMessage[] {
  let callId = portableCallId;
  return messages.flatMap((message): ReplayedMessage[] => {
    if (message.role === 'user') return [message];
    if (message.role === 'tool') {
      return [
        {
          role: 'tool',
          results: message.results.map((result) => ({ callId: callId(result.callId), text: text(result) })),
        },
      ];
    }
    const { native, content } = message;
    if (native?.provider === provider && native.model === model) {
      callId = (id) => id;
      return native.blocks.length === 0 ? [] : [{ role: 'native', blocks: native.blocks }];
    }
    callId = portableCallId;
    const parts = content
      .filter((part) => part.type !== 'reasoning')
      .filter((part) => part.type !== 'text' || part.text.trim() !== '')
      .map((part) => (part.type === 'call' ? { ...part, id: portableCallId(part.id) } : part));
    return parts.length === 0 ? [] : [{ role: 'rebuilt', parts }];
  });
}

/** A call's id as every vendor takes it: up to 40 letters, digits, `_` and `-`. Equal ids stay equal. */
function portableCallId(id: string): string {
  return /^[\w-]{1,40}$/.test(id) ? id : `call_${hash('sha256', id).slice(0, 32)}`;
}

function text({ output }: ToolResult): string {
  if (output.type === 'stored') throw unresolved(output.uri);
  return JSON.stringify(output.value);
}

/** A message still refers to the store where its content should stand. */
export function unresolved(uri: string): SkillrunError {
  return new SkillrunError('invalid_input', `A message was not read from the store before the model call [uri=${uri}]`);
}

/**
 * A call's arguments as a JSON object. What is none is wrapped in one under the key that Anthropic's documentation
 * proposes: a server that parses the arguments of earlier turns would else refuse the whole conversation.
 */
export function argumentsObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The loop tells the model; here the call only has to be replayed.
  }
  return { INVALID_JSON: json };
}
