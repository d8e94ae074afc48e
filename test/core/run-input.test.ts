import { expect, test } from 'vitest';
import { checkRunInput, parseModelName } from '../../src/core/run-input.ts';

const good = { skill: 'image', prompt: 'Make it small', model: 'openai:gpt-5' };

test('three fields are enough', () => {
  expect(checkRunInput(good)).toEqual(good);
});

test.each([
  ['nothing', undefined, /not a JSON object/],
  ['a list', [], /not a JSON object/],
  ['no skill', { ...good, skill: '' }, /^Skill is required$/],
  ['a blank prompt', { ...good, prompt: ' \n\t' }, /^Prompt is required$/],
  ['no prompt', { skill: 'image', model: 'openai:gpt-5' }, /^Prompt is required$/],
  ['no model', { ...good, model: undefined }, /^Select a model for this skill$/],
  ['a model without a provider', { ...good, model: 'gpt-5' }, /"gpt-5" has no provider/],
  ['a number as text', { ...good, maxIterations: '3' }, /maxIterations/],
  ['zero iterations', { ...good, maxIterations: 0 }, /maxIterations/],
  ['an unknown field', { ...good, maxIteration: 3 }, /maxIteration: There is no such field/],
  ['an unknown kind of input', { ...good, inputs: [{ kind: 'picture', uri: 's3://b/k' }] }, /inputs\.0\.kind/],
  ['an input without content', { ...good, inputs: [{ kind: 'image' }] }, /inputs\.0/],
  ['an input with two contents', { ...good, inputs: [{ kind: 'image', uri: 's3://b/k', data: 'AA==' }] }, /inputs\.0/],
  ['a variable that is no name', { ...good, variables: { 'A=B': 'x' } }, /variables/],
])('%s is refused with the name of the field', (_case, input, message) => {
  expect(() => checkRunInput(input)).toThrow(
    expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(message) }),
  );
});

test('a model is split at the first colon', () => {
  expect(parseModelName('openai-chat:llama3:8b')).toEqual({ provider: 'openai-chat', model: 'llama3:8b' });
});
