import type { Asset } from '../contract/asset.ts';
import type { AssistantMessage, Message } from '../contract/message.ts';
import type { ToolSpec, Usage } from '../contract/model.ts';

/** One model call. Messages are resolved: no `stored_text`, no `stored` tool output. */
export interface ModelRequest {
  model: string;
  system: string;
  messages: Message[];
  tools: ToolSpec[];
  maxTokens: number;
  /** Stable within a run: lets the provider route to the same prompt cache. */
  cacheKey: string;
  /** Reads the bytes of an input. */
  readAsset(asset: Asset): Promise<Uint8Array>;
  /** Called with each piece of visible text as it streams in. */
  onText?(delta: string): void;
}

/**
 * A whole answer. `truncated` when the token limit cut it (its message holds only finished text, no calls and no
 * native blocks that cannot be replayed), `refused` when the model declined.
 */
export interface Answer {
  outcome: 'complete' | 'truncated' | 'refused';
  message: AssistantMessage;
  usage: Usage;
}

export interface ModelProvider {
  readonly name: string;
  /** Whether an input can be shown to the models of this provider. */
  accepts(asset: Pick<Asset, 'kind' | 'mediaType'>): boolean;
  /** Calls the model once: no retries of its own. Throws SkillrunError; an answer that ends early is `answer_cut_off`. */
  call(request: ModelRequest, signal: AbortSignal): Promise<Answer>;
}
