import { expect, test } from 'vitest';
import { runAgentLoop, type AgentModelAnswer, type AgentModelRequest } from '../../src/core/agent-loop.ts';

function model(answers: AgentModelAnswer[]) {
  const requests: AgentModelRequest[] = [];
  const callModel = async (request: AgentModelRequest): Promise<AgentModelAnswer> => {
    requests.push(request);
    return answers[requests.length - 1] as AgentModelAnswer;
  };
  return { requests, callModel };
}

const add = {
  name: 'add',
  description: 'Adds two numbers',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  execute: async ({ a, b }: Record<string, unknown>) => ({ sum: Number(a) + Number(b) }),
};

test('the loop runs in this process: tools are functions, and the transcript comes back', async () => {
  const { requests, callModel } = model([
    {
      content: [
        { type: 'reasoning', text: 'hidden' },
        { type: 'text', text: 'Let me add.' },
        { type: 'call', id: '1', name: 'add', arguments: '{"a":2,"b":3}' },
      ],
    },
    { content: [{ type: 'text', text: 'It is 5.' }] },
  ]);
  const { text, messages, end } = await runAgentLoop({
    systemPrompt: 'You add.',
    prompt: '2 + 3?',
    contentParts: [{ type: 'text', text: 'Be quick.' }],
    tools: [add],
    callModel,
  });
  expect(text).toBe('It is 5.');
  expect(end).toBe('completed');
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(messages[0]).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: '2 + 3?' },
      { type: 'text', text: 'Be quick.' },
    ],
  });
  expect(messages[2]).toMatchObject({ results: [{ callId: '1', output: { value: { sum: 5 } } }] });
  expect(requests[0]).toMatchObject({ system: 'You add.', maxTokens: 4096 });
  expect(requests[1]?.messages).toEqual(messages.slice(0, 3));
});

test('reasoning is kept out of the text', async () => {
  const { callModel } = model([
    {
      content: [
        { type: 'reasoning', text: 'secret thought' },
        { type: 'text', text: 'Hi.' },
      ],
    },
  ]);
  expect((await runAgentLoop({ systemPrompt: '', prompt: 'Hi', callModel })).text).toBe('Hi.');
});

test('the limit of iterations is a result with a warning', async () => {
  const warnings: string[] = [];
  const answer: AgentModelAnswer = { content: [{ type: 'call', id: '1', name: 'add', arguments: '{"a":1,"b":1}' }] };
  const { callModel, requests } = model(Array.from({ length: 20 }, () => answer));
  const { end, messages } = await runAgentLoop({
    systemPrompt: '',
    prompt: 'Go on',
    tools: [add],
    callModel,
    warn: (message) => warnings.push(message),
  });
  expect(end).toBe('max_iterations');
  expect(requests).toHaveLength(10);
  expect(messages.at(-1)?.role).toBe('tool');
  expect(warnings).toEqual(['The loop ended at its limit of 10 iterations']);
});

test('a blank prompt is refused before the model is asked', async () => {
  const { callModel, requests } = model([]);
  await expect(runAgentLoop({ systemPrompt: '', prompt: ' \n', callModel })).rejects.toThrow('Prompt is required');
  expect(requests).toEqual([]);
});
