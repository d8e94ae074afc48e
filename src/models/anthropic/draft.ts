import type { Anthropic } from '@anthropic-ai/sdk';
import type { AssistantPart } from '../../contract/message.ts';
import { NO_USAGE, type Usage } from '../../contract/model.ts';
import { tokens } from '../answers.ts';
import { argumentsObject } from '../replay.ts';

/** A block as it grows; `json` is a call's arguments as the model wrote them. */
interface DraftBlock {
  block: Anthropic.ContentBlock;
  json: string;
  finished: boolean;
}

type WireUsage = Partial<Anthropic.MessageDeltaUsage>;

/** One turn as it grows, over one response or, where the API pauses the turn, several. */
export class TurnDraft {
  readonly #onText: (delta: string) => void;
  /** Of all responses of the turn, in order. */
  readonly #blocks: DraftBlock[] = [];
  /** Of the response that is being read, by the index that its events name. */
  #open = new Map<number, DraftBlock>();
  #usage: WireUsage = {};
  #usageBefore: Usage = NO_USAGE;
  stopReason: string | null = null;
  /** Why the model refused, where the API says so. */
  explanation = '';

  constructor(onText: (delta: string) => void) {
    this.#onText = onText;
  }

  add(event: Anthropic.RawMessageStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.#usageBefore = this.usage;
        this.#usage = { ...event.message.usage };
        this.#open = new Map();
        this.stopReason = null;
        break;
      case 'content_block_start': {
        const draft = { block: { ...event.content_block }, json: '', finished: false };
        this.#open.set(event.index, draft);
        this.#blocks.push(draft);
        break;
      }
      case 'content_block_delta':
        this.#grow(this.#open.get(event.index), event.delta);
        break;
      case 'content_block_stop': {
        const draft = this.#open.get(event.index);
        if (draft !== undefined) draft.finished = true;
        break;
      }
      case 'message_delta':
        this.stopReason = event.delta.stop_reason;
        this.explanation = event.delta.stop_details?.explanation ?? '';
        this.#usage = { ...this.#usage, ...withoutNulls(event.usage) };
        break;
      case 'message_stop':
        break;
    }
  }

  #grow(draft: DraftBlock | undefined, delta: Anthropic.RawContentBlockDelta): void {
    if (draft === undefined) return;
    const { block } = draft;
    if (delta.type === 'input_json_delta') draft.json += delta.partial_json;
    if (delta.type === 'thinking_delta' && block.type === 'thinking') block.thinking += delta.thinking;
    if (delta.type === 'signature_delta' && block.type === 'thinking') block.signature = delta.signature;
    if (delta.type === 'text_delta' && block.type === 'text') {
      block.text += delta.text;
      this.#onText(delta.text);
    }
  }

  /** Whether every block that was begun has ended. */
  get whole(): boolean {
    return this.#blocks.every(({ finished }) => finished);
  }

  /** The blocks for replay. A call's input is an object there, so raw JSON cannot be kept byte for byte. */
  get blocks(): Anthropic.ContentBlock[] {
    return this.#blocks
      .map(({ block, json }) =>
        block.type === 'tool_use' && json !== '' ? { ...block, input: argumentsObject(json) } : block,
      )
      .filter((block) => block.type !== 'text' || block.text.trim() !== '');
  }

  get text(): string {
    return this.#blocks.map(({ block }) => (block.type === 'text' ? block.text : '')).join('');
  }

  get content(): AssistantPart[] {
    return this.#blocks.flatMap(({ block, json }): AssistantPart[] => {
      if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: block.text }];
      if (block.type === 'thinking') return block.thinking === '' ? [] : [{ type: 'reasoning', text: block.thinking }];
      if (block.type !== 'tool_use') return [];
      // A call without arguments has no deltas: its input stands in the block as it began.
      return [{ type: 'call', id: block.id, name: block.name, arguments: json || JSON.stringify(block.input ?? {}) }];
    });
  }

  /** Of all responses of the turn. */
  get usage(): Usage {
    const before = this.#usageBefore;
    const cached = tokens(this.#usage.cache_read_input_tokens);
    const written = tokens(this.#usage.cache_creation_input_tokens);
    return {
      inputTokens: before.inputTokens + tokens(this.#usage.input_tokens) + written + cached,
      cachedInputTokens: before.cachedInputTokens + cached,
      outputTokens: before.outputTokens + tokens(this.#usage.output_tokens),
      reasoningTokens: before.reasoningTokens + tokens(this.#usage.output_tokens_details?.thinking_tokens),
    };
  }
}

/** The last event repeats the counts of the first, or says null. */
function withoutNulls(usage: WireUsage): WireUsage {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
