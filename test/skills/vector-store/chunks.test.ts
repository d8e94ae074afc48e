import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

interface Chunk {
  text: string;
  firstLine: number;
  lastLine: number;
}
const { chunksOf } = (await import(resolve('skills/vector-store/scripts/chunks.mjs'))) as {
  chunksOf(text: string, limits: { size: number; overlap: number }): Chunk[];
};

const texts = fc
  .array(fc.constantFrom('word', 'Ende. ', ' ', '\n', '\n\n', '\n# Title\n', 'x'.repeat(30), '🙂', '数据。'), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));
const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '');
const limits = fc
  .integer({ min: 4, max: 60 })
  .chain((size) => fc.record({ size: fc.constant(size), overlap: fc.integer({ min: 0, max: size >> 1 }) }));

test('every chunk is a part of the text, in order, no longer than asked for, and whole characters only', () => {
  fc.assert(
    fc.property(texts, limits, (text, { size, overlap }) => {
      let from = 0;
      for (const chunk of chunksOf(text, { size, overlap })) {
        from = text.indexOf(chunk.text, from);
        expect(from).not.toBe(-1);
        expect(chunk.text.length).toBeLessThanOrEqual(size);
        expect(chunk.text.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('without an overlap the chunks together are the text, but for blanks at their ends', () => {
  fc.assert(
    fc.property(texts, limits, (text, { size }) => {
      const chunks = chunksOf(text, { size, overlap: 0 });
      expect(withoutBlanks(chunks.map((chunk) => chunk.text).join(''))).toBe(withoutBlanks(text));
    }),
  );
});

test('the lines of a chunk are those where it begins and ends', () => {
  fc.assert(
    fc.property(texts, limits, (text, asked) => {
      for (const chunk of chunksOf(text, asked)) {
        const lines = text.split('\n').slice(chunk.firstLine - 1, chunk.lastLine);
        expect(lines.join('\n')).toContain(chunk.text);
        expect(chunk.text.split('\n')).toHaveLength(lines.length);
      }
    }),
  );
});

test('a chunk ends before a heading rather than at a paragraph, and then repeats nothing', () => {
  const text = 'First part, which is long.\n\nMore.\n## Second\n\nIts text, which is long too.';
  expect(chunksOf(text, { size: 50, overlap: 20 })).toEqual([
    { text: 'First part, which is long.\n\nMore.', firstLine: 1, lastLine: 3 },
    { text: '## Second\n\nIts text, which is long too.', firstLine: 4, lastLine: 6 },
  ]);
});

test('where a paragraph is torn, the words before the cut stand in both chunks', () => {
  const [first, second] = chunksOf('one two three four five six seven eight', { size: 20, overlap: 10 });
  expect(first?.text).toBe('one two three four');
  expect(second?.text).toMatch(/^four five/);
});

test('a text without any place to cut is cut between whole characters', () => {
  expect(chunksOf('a🙂🙂🙂', { size: 4, overlap: 2 }).map(({ text }) => text)).toEqual(['a🙂', '🙂🙂']);
});
