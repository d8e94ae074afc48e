import { createAnthropicProvider } from '../../src/models/anthropic/provider.ts';
import { createOpenAIChatProvider } from '../../src/models/openai-chat/provider.ts';
import { createOpenAIProvider } from '../../src/models/openai/provider.ts';
import type { ModelProvider } from '../../src/models/port.ts';

/** One adapter and the events of its vendor's streams, as the vendor documents them. */
export interface ModelWire {
  name: string;
  create(url: string, apiKey?: string): ModelProvider;
  /** The beginning of an answer that says `text`, with nothing that ends it. */
  opening(text: string): object[];
  /** A call that begins and gets these pieces of arguments, with nothing that ends it. */
  call(id: string, pieces: string[]): object[];
  /** Ends what was begun, and the answer. */
  whole(text: string, calls: { id: string; json: string }[]): object[];
  /** Ends the answer because of the token limit, whatever was begun. */
  tokenLimit(): object[];
  /** A whole answer by which the model declines. */
  refusal(text: string): object[];
  /** An answer with a stop reason that nobody has documented. */
  oddStop(): object[];
  /** An error in the middle of a stream, as overload is told there. */
  overloaded(): object[];
}

const responsesText = (text: string) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});

const responses: ModelWire = {
  name: 'openai',
  create: (url, apiKey = 'test-key') => createOpenAIProvider({ apiKey, baseUrl: `${url}/v1` }),
  opening: (text) => [
    { type: 'response.created', response: { status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', content: [] } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: text },
  ],
  call: (id, pieces) => [
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: { type: 'function_call', call_id: id, arguments: '' },
    },
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', output_index: 1, delta })),
  ],
  whole: (text, calls) => [
    ...(text === '' ? [] : [{ type: 'response.output_item.done', output_index: 0, item: responsesText(text) }]),
    ...calls.map(({ id, json }, index) => ({
      type: 'response.output_item.done',
      output_index: index + 1,
      item: {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: id,
        name: 'look_up',
        arguments: json,
        status: 'completed',
      },
    })),
    { type: 'response.completed', response: { status: 'completed', usage: { input_tokens: 7, output_tokens: 3 } } },
  ],
  tokenLimit: () => [
    {
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        usage: { output_tokens: 9 },
      },
    },
  ],
  refusal: (refusal) => [
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal }] },
    },
    { type: 'response.completed', response: { status: 'completed' } },
  ],
  oddStop: () => [{ type: 'response.incomplete', response: { incomplete_details: { reason: 'moonrise' } } }],
  overloaded: () => [{ type: 'error', code: 'server_error', message: 'The server is overloaded', param: null }],
};

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const chatUsage = { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } };

const chat: ModelWire = {
  name: 'openai-chat',
  create: (url, apiKey = 'test-key') => createOpenAIChatProvider({ apiKey, baseUrl: `${url}/v1` }),
  opening: (text) => [chunk({ role: 'assistant', content: '' }), chunk({ content: text })],
  call: (id, pieces) => [
    chunk({ tool_calls: [{ index: 0, id, type: 'function', function: { name: 'look_up', arguments: '' } }] }),
    ...pieces.map((json) => chunk({ tool_calls: [{ index: 0, function: { arguments: json } }] })),
  ],
  whole: (text, calls) => [
    chunk({ content: text }),
    ...calls.map(({ id, json }, index) =>
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name: 'look_up', arguments: json } }] }),
    ),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    chatUsage,
  ],
  tokenLimit: () => [chunk({}, 'length'), { choices: [], usage: { completion_tokens: 9 } }],
  refusal: (refusal) => [chunk({ refusal }), chunk({}, 'stop'), chatUsage],
  oddStop: () => [chunk({}, 'moonrise')],
  overloaded: () => [{ error: { message: 'The server is overloaded', type: 'server_error', code: 'server_error' } }],
};

const messageStart = {
  type: 'message_start',
  message: { role: 'assistant', content: [], usage: { input_tokens: 7, output_tokens: 1 } },
};
const messageEnd = (stop_reason: string, output_tokens = 3, stop_details: object | null = null) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null, stop_details }, usage: { output_tokens } },
  { type: 'message_stop' },
];
const block = (index: number, content_block: object, delta: object) => [
  { type: 'content_block_start', index, content_block },
  { type: 'content_block_delta', index, delta },
];
const anthropicCall = (index: number, id: string, partial_json: string) =>
  block(index, { type: 'tool_use', id, name: 'look_up', input: {} }, { type: 'input_json_delta', partial_json });

const anthropic: ModelWire = {
  name: 'anthropic',
  create: (url, apiKey = 'test-key') => createAnthropicProvider({ apiKey, baseUrl: url }),
  opening: (text) => [messageStart, ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text })],
  call: (id, pieces) => [
    { type: 'content_block_stop', index: 0 },
    ...anthropicCall(1, id, pieces[0] ?? ''),
    ...pieces.slice(1).map((partial_json) => ({
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json },
    })),
  ],
  whole: (text, calls) => [
    messageStart,
    ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text }),
    { type: 'content_block_stop', index: 0 },
    ...calls.flatMap(({ id, json }, index) => [
      ...anthropicCall(index + 1, id, json),
      { type: 'content_block_stop', index: index + 1 },
    ]),
    ...messageEnd(calls.length > 0 ? 'tool_use' : 'end_turn'),
  ],
  tokenLimit: () => messageEnd('max_tokens', 9),
  refusal: (explanation) => [messageStart, ...messageEnd('refusal', 3, { type: 'refusal', explanation })],
  oddStop: () => [messageStart, ...messageEnd('moonrise')],
  overloaded: () => [{ type: 'error', error: { type: 'overloaded_error', message: 'The server is overloaded' } }],
};

/** All adapters, for suites that run on each. */
export const MODEL_WIRES = [responses, chat, anthropic];
