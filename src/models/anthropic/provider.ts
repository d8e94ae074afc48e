import { Anthropic } from '@anthropic-ai/sdk';
import { textOnly } from '../answers.ts';
import { canShow } from '../assets.ts';
import { type Callee, classified, expectEvents, failure } from '../failures.ts';
import type { Answer, ModelProvider } from '../port.ts';
import { TurnDraft } from './draft.ts';
import { classifyAnthropicError } from './errors.ts';
import { ANTHROPIC, messagesRequest } from './request.ts';

/** Milliseconds until the answer must begin; a stream may then go on for as long as the caller lets it. */
const FIRST_BYTE_TIMEOUT_MS = 300_000;
/** How often a paused turn is gone on with before it is given up. */
const MAX_PAUSES = 8;

interface AnthropicOptions {
  apiKey: string;
  /** Without the version, e.g. `https://gateway.example.com`; Anthropic's own when left out. */
  baseUrl?: string | undefined;
}

/** Anthropic's Messages API. */
export function createAnthropicProvider({ apiKey, baseUrl }: AnthropicOptions): ModelProvider {
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    timeout: FIRST_BYTE_TIMEOUT_MS,
    logLevel: 'off',
  });
  return {
    name: ANTHROPIC.name,
    accepts: (asset) => canShow(ANTHROPIC, asset),
    async call(request, signal) {
      const body = await messagesRequest(request);
      const callee = { provider: ANTHROPIC.name, model: request.model, keyVariable: 'ANTHROPIC_API_KEY', key: apiKey };
      const draft = new TurnDraft((delta) => request.onText?.(delta));
      return await classified(callee, signal, classifyAnthropicError, async () => {
        for (let pauses = 0; pauses <= MAX_PAUSES; pauses += 1) {
          const said = draft.blocks as Anthropic.ContentBlockParam[];
          const messages =
            said.length === 0 ? body.messages : [...body.messages, { role: 'assistant' as const, content: said }];
          const { data, response } = await client.messages.create({ ...body, messages }, { signal }).withResponse();
          expectEvents(response, callee);
          await readMessage(data, draft, callee);
          if (draft.stopReason !== 'pause_turn') return accept(draft, callee);
        }
        throw failure('answer_cut_off', callee, `it paused its turn more than ${MAX_PAUSES} times`);
      });
    },
  };
}

/** Reads the events of one response up to `message_stop`. */
async function readMessage(
  events: AsyncIterable<Anthropic.RawMessageStreamEvent>,
  draft: TurnDraft,
  callee: Callee,
): Promise<void> {
  for await (const event of events) {
    draft.add(event);
    if (event.type === 'message_stop') return;
  }
  throw failure('answer_cut_off', callee, 'the stream ended without message_stop');
}

function accept(draft: TurnDraft, callee: Callee): Answer {
  const { provider, model } = callee;
  switch (draft.stopReason) {
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use': {
      if (!draft.whole) throw failure('answer_cut_off', callee, 'a block of the answer has no end');
      const native = { provider, model, blocks: draft.blocks };
      return {
        outcome: 'complete',
        message: { role: 'assistant', content: draft.content, native },
        usage: draft.usage,
      };
    }
    case 'max_tokens':
      return textOnly('truncated', draft.text, draft.usage);
    case 'refusal':
      return textOnly('refused', draft.text || draft.explanation, draft.usage);
    case 'model_context_window_exceeded':
      throw failure('context_overflow', callee, 'the answer reached the end of the context window');
    default:
      throw failure('answer_cut_off', callee, `the stop reason is "${draft.stopReason}"`);
  }
}
