import { expect, test } from 'vitest';
import { CallAssembler, type CallDelta } from '../../../src/models/openai-chat/calls.ts';

function assemble(deltas: CallDelta[]) {
  const assembler = new CallAssembler();
  for (const delta of deltas) assembler.add(delta);
  return assembler.calls.map(({ id, name, arguments: json }) => [id, name, json]);
}

test('pieces of arguments go to the call of their index, in the order in which they come', () => {
  const calls = assemble([
    { index: 0, id: 'a', function: { name: 'one', arguments: '' } },
    { index: 1, id: 'b', function: { name: 'two', arguments: '{"x"' } },
    { index: 0, function: { arguments: '{}' } },
    { index: 1, function: { arguments: ':1}' } },
  ]);
  expect(calls).toEqual([
    ['a', 'one', '{}'],
    ['b', 'two', '{"x":1}'],
  ]);
});

test('a server that repeats id and name with each piece makes one call', () => {
  const calls = assemble([
    { index: 0, id: 'a', function: { name: 'one', arguments: '{"x"' } },
    { index: 0, id: 'a', function: { name: 'one', arguments: ':1}' } },
  ]);
  expect(calls).toEqual([['a', 'one', '{"x":1}']]);
});

test('calls of different ids at one index are different calls', () => {
  const calls = assemble([
    { index: 0, id: 'a', function: { name: 'one', arguments: '{}' } },
    { index: 0, id: 'b', function: { name: 'two', arguments: '{}' } },
  ]);
  expect(calls).toEqual([
    ['a', 'one', '{}'],
    ['b', 'two', '{}'],
  ]);
});

test('without indexes, a name begins the next call and the rest goes on with the last', () => {
  const calls = assemble([
    { function: { name: 'one', arguments: '{"x"' } },
    { function: { arguments: ':1}' } },
    { function: { name: 'two', arguments: '{}' } },
  ]);
  expect(calls).toEqual([
    [expect.stringMatching(/^call_\w+$/), 'one', '{"x":1}'],
    [expect.stringMatching(/^call_\w+$/), 'two', '{}'],
  ]);
});

test('ids that are missing or used twice in a turn are made', () => {
  const ids = assemble([
    { index: 0, function: { name: 'one' } },
    { index: 1, id: '', function: { name: 'two' } },
    { index: 2, id: 'same', function: { name: 'three' } },
    { index: 3, id: 'same', function: { name: 'four' } },
  ]).map(([id]) => id);
  expect(new Set(ids).size).toBe(4);
  expect(ids[2]).toBe('same');
  for (const id of ids) expect(id).toMatch(/^[\w-]{1,40}$/);
});
