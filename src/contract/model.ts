import type { ToolCall } from './message.ts';

/** Tokens and money of model calls. `inputTokens` is the total; `cachedInputTokens` is the part of it read from a cache. */
export interface Usage {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** The part of `outputTokens` spent on reasoning, where the provider tells. */
  reasoningTokens: number;
  costUsd?: number;
}

export const NO_USAGE: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };

/**
 * What the loop sees of a model's answer. Only a `complete` turn has calls: nothing is run from a truncated or refused
 * one. `text` is the visible text, without reasoning.
 */
export type Turn =
  | { outcome: 'complete'; text: string; calls: ToolCall[]; usage: Usage }
  | { outcome: 'truncated'; text: string; usage: Usage }
  | { outcome: 'refused'; text: string; usage: Usage };

/** A tool as the model is told of it. `parameters` is a JSON Schema (draft 2020-12) of an object. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** `provider:model-id`, split at the first colon. */
export interface ModelName {
  provider: string;
  model: string;
}
