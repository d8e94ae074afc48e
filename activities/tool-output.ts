import { hash } from 'node:crypto';
import { SkillrunError } from '../src/contract/errors.ts';
import type { Message, ToolOutput } from '../src/contract/message.ts';
import type { Store } from '../src/store/port.ts';
import { resultKey } from './keys.ts';

/** A tool's answer up to this many bytes stands in the workflow's history; a longer one goes to the store. */
const INLINE_BYTES = 4096;
const PREVIEW_CHARACTERS = 300;

/** Makes a tool's answer fit for the history. */
export async function toToolOutput(
  value: Record<string, unknown>,
  store: Store,
  prefix: string,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const text = JSON.stringify(value);
  const body = Buffer.from(text);
  if (body.length <= INLINE_BYTES) return { type: 'inline', value };
  const key = resultKey(prefix, hash('sha256', body));
  await store.put(key, body, { mediaType: 'application/json', signal });
  return { type: 'stored', uri: store.uri(key), bytes: body.length, preview: preview(value) };
}

function preview(value: Record<string, unknown>): Record<string, unknown> {
  const short = Object.entries(value).map(([name, item]) => [
    name,
    typeof item === 'string' && item.length > PREVIEW_CHARACTERS ? `${item.slice(0, PREVIEW_CHARACTERS)}…` : item,
  ]);
  return Object.fromEntries(short) as Record<string, unknown>;
}

async function readText(store: Store, uri: string, signal: AbortSignal): Promise<string> {
  return new TextDecoder().decode(await store.get(store.key(uri), { signal }));
}

async function resolveOutput(output: ToolOutput, store: Store, signal: AbortSignal): Promise<ToolOutput> {
  if (output.type === 'inline') return output;
  const text = await readText(store, output.uri, signal);
  try {
    return { type: 'inline', value: JSON.parse(text) as Record<string, unknown> };
  } catch (cause) {
    throw new SkillrunError('object_damaged', `A stored tool result is not JSON [uri=${output.uri}]`, { cause });
  }
}

/** The messages with everything that the history only refers to put in place. */
export async function resolveMessages(messages: Message[], store: Store, signal: AbortSignal): Promise<Message[]> {
  return await Promise.all(
    messages.map(async (message): Promise<Message> => {
      if (message.role === 'tool') {
        const results = await Promise.all(
          message.results.map(async (result) => ({
            ...result,
            output: await resolveOutput(result.output, store, signal),
          })),
        );
        return { ...message, results };
      }
      if (message.role === 'assistant') return message;
      const content = await Promise.all(
        message.content.map(async (part) =>
          part.type === 'stored_text' ? { type: 'text' as const, text: await readText(store, part.uri, signal) } : part,
        ),
      );
      return { ...message, content };
    }),
  );
}
