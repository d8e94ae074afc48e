import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstLine, oneLine, plainText } from '../../src/cli/plain-text.ts';

test('keeps line breaks and tabs of a text, and nothing that steers a terminal', () => {
  expect(plainText('a\tb\r\nc\u001b[2J\u001b]0;title\u0007d\u009b31me\u202ef')).toBe('a\tb\ncdef');
});

test('leaves nothing in any text that a terminal would act on', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plainText(text)).not.toMatch(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(oneLine(text)).not.toMatch(/[\p{Cc}]/u);
    }),
  );
});

test('puts a text on one line and cuts it to its length', () => {
  expect(oneLine(' one\n two\tthree ')).toBe('one two three');
  expect(oneLine('abcdef', 4)).toBe('abc…');
  expect(oneLine('ab😀', 3)).toHaveLength(3);
});

test('says that a first line is not all', () => {
  expect(firstLine('ls -l\nrm x', 80)).toBe('ls -l …');
  expect(firstLine('\n ls -l \n', 80)).toBe('ls -l');
});
