import { APIError, type OpenAI } from 'openai';
import type { AssistantPart } from '../../contract/message.ts';
import type { Usage } from '../../contract/model.ts';
import { textOnly, tokens } from '../answers.ts';
import { type Callee, failure } from '../failures.ts';
import type { Answer } from '../port.ts';

type Event = OpenAI.Responses.ResponseStreamEvent;
type Item = OpenAI.Responses.ResponseOutputItem;
type Reply = OpenAI.Responses.Response;

/**
 * Reads the events of one response to its end. Items count as they stand in `output_item.done`, where encrypted
 * reasoning is complete; they are kept for replay only when `response.completed` says that the answer is whole.
 */
export async function readResponse(
  events: AsyncIterable<Event>,
  callee: Callee,
  onText: (delta: string) => void,
): Promise<Answer> {
  const items: Item[] = [];
  const unfinished = new Set<number>();
  let streamed = '';
  for await (const event of events) {
    switch (event.type) {
      case 'response.output_text.delta':
        streamed += event.delta;
        onText(event.delta);
        break;
      case 'response.output_item.added':
        unfinished.add(event.output_index);
        break;
      case 'response.output_item.done':
        unfinished.delete(event.output_index);
        items[event.output_index] = event.item;
        break;
      case 'response.completed':
        if (unfinished.size > 0) throw failure('answer_cut_off', callee, 'an item of the response has no end');
        return completed(Object.values(items), event.response, callee);
      case 'response.incomplete':
        return incomplete(streamed, event.response, callee);
      case 'response.failed':
        return failed(event.response);
      default:
        break;
    }
  }
  throw failure('answer_cut_off', callee, 'the stream ended without response.completed');
}

function completed(items: Item[], { usage }: Reply, { provider, model }: Callee): Answer {
  const refusal = items.flatMap((item) =>
    item.type === 'message' ? item.content.filter((part) => part.type === 'refusal').map((part) => part.refusal) : [],
  );
  if (refusal.length > 0) return textOnly('refused', refusal.join('\n'), usageOf(usage));
  const message = { role: 'assistant', content: items.flatMap(contentOf) } as const;
  return {
    outcome: 'complete',
    message: { ...message, native: { provider, model, blocks: items } },
    usage: usageOf(usage),
  };
}

function incomplete(streamed: string, { usage, incomplete_details: details }: Reply, callee: Callee): Answer {
  if (details?.reason === 'max_output_tokens') return textOnly('truncated', streamed, usageOf(usage));
  if (details?.reason === 'content_filter') return textOnly('refused', streamed, usageOf(usage));
  throw failure('answer_cut_off', callee, `the response is incomplete: ${details?.reason ?? 'no reason given'}`);
}

function failed({ error, usage }: Reply): Answer {
  if (error?.code.includes('policy')) return textOnly('refused', error.message, usageOf(usage));
  throw new APIError(undefined, error ?? {}, 'the response failed', undefined);
}

function contentOf(item: Item): AssistantPart[] {
  switch (item.type) {
    case 'message':
      return item.content.flatMap((part) =>
        part.type === 'output_text' && part.text !== '' ? [{ type: 'text', text: part.text }] : [],
      );
    case 'reasoning':
      return item.summary.map(({ text }) => ({ type: 'reasoning', text }));
    case 'function_call':
      return [{ type: 'call', id: item.call_id, name: item.name, arguments: item.arguments }];
    default:
      return [];
  }
}

function usageOf(usage: Reply['usage']): Usage {
  return {
    inputTokens: tokens(usage?.input_tokens),
    cachedInputTokens: tokens(usage?.input_tokens_details?.cached_tokens),
    outputTokens: tokens(usage?.output_tokens),
    reasoningTokens: tokens(usage?.output_tokens_details?.reasoning_tokens),
  };
}
