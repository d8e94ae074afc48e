import type { Asset } from './asset.ts';

export type UserPart =
  | { type: 'text'; text: string }
  /** Text too long for the workflow's history; `callModel` reads it from the store. */
  | { type: 'stored_text'; uri: string; bytes: number }
  | { type: 'asset'; asset: Asset };

/** What the model asks for. `arguments` is the raw JSON text as the model wrote it: parsed by the loop, never repaired. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

export type AssistantPart =
  { type: 'text'; text: string } | { type: 'reasoning'; text: string } | ({ type: 'call' } & ToolCall);

/** A tool's answer: a JSON object, in place when small, else in the store with a preview for people. */
export type ToolOutput =
  | { type: 'inline'; value: Record<string, unknown> }
  | { type: 'stored'; uri: string; bytes: number; preview: Record<string, unknown> };

export interface ToolResult {
  callId: string;
  name: string;
  output: ToolOutput;
}

export interface UserMessage {
  role: 'user';
  content: UserPart[];
}

export interface AssistantMessage {
  role: 'assistant';
  content: AssistantPart[];
  /**
   * The provider's own blocks, to be given back to the same provider and model byte for byte (signatures, encrypted
   * reasoning). Another provider rebuilds its request from `content` and drops reasoning. Absent where there are none.
   */
  native?: { provider: string; model: string; blocks: unknown[] };
}

/** All results of one turn, in the order of its calls. */
export interface ToolMessage {
  role: 'tool';
  results: ToolResult[];
}

/** The neutral message of the transcript; converted only at the model boundary. */
export type Message = UserMessage | AssistantMessage | ToolMessage;
