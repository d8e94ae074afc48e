import { expect, test } from 'vitest';
import { NO_USAGE } from '../../src/contract/model.ts';
import { bytes, duration, iterations, tokens } from '../../src/cli/quantities.ts';

test.each([
  [-5, '0 ms'],
  [94.4, '94 ms'],
  [95, '0.1 s'],
  [1234, '1.2 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [59_499, '59 s'],
  [59_900, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [3_780_000, '1 h 3 min'],
])('writes %i ms as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('groups the digits of tokens and bytes', () => {
  expect(tokens({ ...NO_USAGE, inputTokens: 1204, outputTokens: 87 })).toBe('1,204 → 87 tokens');
  expect([bytes(1), bytes(12_345)]).toEqual(['1 byte', '12,345 bytes']);
  expect([iterations(1), iterations(2)]).toEqual(['1 iteration', '2 iterations']);
});
