import { LLMock, type ChatCompletionRequest, type ChatMessage, type FixtureResponse } from '@copilotkit/aimock';
import { startRecordingProxy, type RecordedRequest } from './recording-proxy.ts';

/** What the model says in one turn. Without calls, the run ends with the text. */
export interface ScriptedTurn {
  text?: string;
  /** A string is sent as it stands, to script malformed JSON (not for Anthropic, where the mock replaces it by `{}`). */
  calls?: { name: string; arguments: object | string }[];
  reasoning?: string;
}

/** One script for every conversation, or one for each marker that stands in a conversation's first user message. */
export type Script = ScriptedTurn[] | Record<string, ScriptedTurn[]>;

export interface ScriptedModel {
  /** Where the server listens: Anthropic's base URL; OpenAI's is `${url}/v1`. */
  url: string;
  /** The variables that let skillrun's three providers talk to this server. */
  environment: Record<string, string>;
  /** The model calls so far, as they went over the wire, in order of arrival. */
  requests: RecordedRequest[];
  close(): Promise<void>;
}

/** The only key that the server takes: any other is answered with 401. */
const SCRIPTED_KEY = 'scripted-key';
/** A model id that is answered with 404. */
export const MISSING_MODEL = 'no-such-model';
/** What every scripted answer reports. */
export const SCRIPTED_USAGE = { inputTokens: 100, outputTokens: 20 };

/**
 * Starts a server that speaks OpenAI Responses, Chat Completions and Anthropic Messages, and answers the k-th model
 * call of a conversation with turn k of its script. The turn follows from the conversation alone, so that retries and
 * parallel runs get the same answers; a call beyond the script is answered with 400.
 */
export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', auth: { apiKeys: [SCRIPTED_KEY] } });
  mock.addFixture({ match: {}, response: (request) => answer(script, request) });
  await mock.start();
  const proxy = await startRecordingProxy(mock.url);
  return {
    url: proxy.url,
    environment: {
      OPENAI_BASE_URL: `${proxy.url}/v1`,
      OPENAI_API_KEY: SCRIPTED_KEY,
      ANTHROPIC_BASE_URL: proxy.url,
      ANTHROPIC_API_KEY: SCRIPTED_KEY,
    },
    requests: proxy.requests,
    async close() {
      await proxy.close();
      await mock.stop();
    },
  };
}

function answer(script: Script, request: ChatCompletionRequest): FixtureResponse {
  if (request.model === MISSING_MODEL) {
    const message = `The model \`${request.model}\` does not exist`;
    return { status: 404, error: { message, type: 'not_found_error', code: 'model_not_found' } };
  }
  const position = turnsSoFar(request.messages);
  const turn = scriptOf(script, request.messages)?.[position];
  if (turn === undefined) {
    const message = `The script has no turn ${position + 1} for this conversation`;
    return { status: 400, error: { message, type: 'invalid_request_error' } };
  }
  const { inputTokens, outputTokens } = SCRIPTED_USAGE;
  return {
    ...content(turn, position),
    ...(turn.reasoning !== undefined && { reasoning: turn.reasoning }),
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    },
  };
}

function content({ text, calls = [] }: ScriptedTurn, position: number): FixtureResponse {
  if (calls.length === 0) return { content: text ?? '' };
  const toolCalls = calls.map((call, index) => ({
    id: `call_${position}_${index}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));
  return text === undefined ? { toolCalls } : { content: text, toolCalls };
}

/** Responses items of one turn arrive as several assistant messages in a row: together they are one turn. */
function turnsSoFar(messages: ChatMessage[]): number {
  return messages.filter(({ role }, index) => role === 'assistant' && messages[index - 1]?.role !== 'assistant').length;
}

function scriptOf(script: Script, messages: ChatMessage[]): ScriptedTurn[] | undefined {
  if (Array.isArray(script)) return script;
  const first = JSON.stringify(messages.find(({ role }) => role === 'user')?.content ?? '');
  return Object.entries(script).find(([marker]) => first.includes(marker))?.[1];
}
