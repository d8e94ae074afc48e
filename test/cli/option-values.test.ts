import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { port, seconds, variable, wholeNumber } from '../../src/cli/option-values.ts';

test.each([
  ['90s', 90],
  ['10m', 600],
  ['1.5h', 5400],
  ['2 minutes', 120],
])('takes the duration %s', (text, value) => {
  expect(seconds(text)).toBe(value);
});

test.each(['', '90', '0s', '-5m', 'soon', '5 parsecs'])('refuses the duration "%s"', (text) => {
  expect(() => seconds(text)).toThrow(InvalidArgumentError);
});

test.each(['0', '-1', '1.5', '1e3', 'many', ''])('refuses "%s" as a whole number', (text) => {
  expect(() => wholeNumber(text)).toThrow(InvalidArgumentError);
});

test('refuses a port that no computer has', () => {
  expect(port('65535')).toBe(65_535);
  expect(() => port('65536')).toThrow(InvalidArgumentError);
});

test('collects variables, whose values may hold anything', () => {
  expect(variable('B=x=y\nz', variable('A='))).toEqual({ A: '', B: 'x=y\nz' });
});

test.each(['A', '=x', '1A=x', 'A B=x'])('refuses the variable "%s"', (text) => {
  expect(() => variable(text)).toThrow(InvalidArgumentError);
});
