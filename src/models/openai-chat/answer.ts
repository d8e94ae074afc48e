import type { OpenAI } from 'openai';
import type { AssistantPart } from '../../contract/message.ts';
import type { Usage } from '../../contract/model.ts';
import { textOnly, tokens } from '../answers.ts';
import { type Callee, failure } from '../failures.ts';
import type { Answer } from '../port.ts';
import { CallAssembler } from './calls.ts';
import { chatCall } from './request.ts';

type Chunk = OpenAI.Chat.ChatCompletionChunk;
/** Compatible servers stream reasoning in one of two fields and take it back in the same. */
type Delta = Partial<OpenAI.Chat.ChatCompletionChunk.Choice.Delta> & {
  reasoning?: string | null;
  reasoning_content?: string | null;
};
type ReasoningField = 'reasoning' | 'reasoning_content';

/** What has come of an answer so far. */
interface Draft {
  text: string;
  refusal: string;
  reasoning: Partial<Record<ReasoningField, string>>;
  calls: CallAssembler;
}

/** Reads the chunks of one completion to the end of the stream: the usage comes after the finish reason. */
export async function readCompletion(
  chunks: AsyncIterable<Chunk>,
  callee: Callee,
  onText: (delta: string) => void,
): Promise<Answer> {
  const draft: Draft = { text: '', refusal: '', reasoning: {}, calls: new CallAssembler() };
  let finish: string | undefined;
  let usage: Chunk['usage'];
  for await (const chunk of chunks) {
    usage = chunk.usage ?? usage;
    const choice = chunk.choices?.[0];
    if (choice?.delta) addDelta(draft, choice.delta, onText);
    finish = choice?.finish_reason ?? finish;
  }
  return accept(draft, finish, usageOf(usage), callee);
}

function addDelta(draft: Draft, delta: Delta, onText: (delta: string) => void): void {
  if (delta.content) {
    draft.text += delta.content;
    onText(delta.content);
  }
  draft.refusal += delta.refusal ?? '';
  for (const field of ['reasoning', 'reasoning_content'] as const) {
    if (delta[field]) draft.reasoning[field] = (draft.reasoning[field] ?? '') + delta[field];
  }
  for (const call of delta.tool_calls ?? []) draft.calls.add(call);
}

function accept(draft: Draft, finish: string | undefined, usage: Usage, callee: Callee): Answer {
  if (draft.refusal !== '') return textOnly('refused', draft.refusal, usage);
  switch (finish) {
    // vLLM says `stop` with tool calls, too.
    case 'stop':
    case 'tool_calls':
      return complete(draft, usage, callee);
    case 'length':
      return textOnly('truncated', draft.text, usage);
    case 'content_filter':
      return textOnly('refused', draft.text, usage);
    case undefined:
      throw failure('answer_cut_off', callee, 'the stream ended without a finish reason');
    default:
      throw failure('answer_cut_off', callee, `the finish reason is "${finish}"`);
  }
}

function complete({ text, reasoning, calls }: Draft, usage: Usage, { provider, model }: Callee): Answer {
  const thought = reasoning.reasoning_content ?? reasoning.reasoning ?? '';
  const content: AssistantPart[] = [
    ...(thought === '' ? [] : [{ type: 'reasoning' as const, text: thought }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.calls.map(({ id, name, arguments: json }) => ({ type: 'call' as const, id, name, arguments: json })),
  ];
  const block = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...reasoning,
    ...(calls.calls.length > 0 && { tool_calls: calls.calls.map((call) => ({ ...call.extra, ...chatCall(call) })) }),
  };
  const native = { provider, model, blocks: content.length === 0 ? [] : [block] };
  return { outcome: 'complete', message: { role: 'assistant', content, native }, usage };
}

function usageOf(usage: Chunk['usage']): Usage {
  return {
    inputTokens: tokens(usage?.prompt_tokens),
    cachedInputTokens: tokens(usage?.prompt_tokens_details?.cached_tokens),
    outputTokens: tokens(usage?.completion_tokens),
    reasoningTokens: tokens(usage?.completion_tokens_details?.reasoning_tokens),
  };
}
