import { expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-code.ts';
import { endingLine, resultText } from '../../src/cli/run-ending.ts';
import { NO_USAGE } from '../../src/contract/model.ts';
import type { RunResult } from '../../src/contract/run.ts';

const result: RunResult = {
  runId: 'image-1',
  status: 'completed',
  text: 'Done.\n',
  outputs: {
    image: { kind: 'image', uri: 's3://b/out.png', mediaType: 'image/png', bytes: 12_345, sha256: '', path: 'out.png' },
  },
  iterations: 3,
  usage: { ...NO_USAGE, inputTokens: 4321, outputTokens: 210 },
  workspace: null,
  transcript: null,
};

test('a result is the final text and the outputs with kind, uri and size', () => {
  expect(resultText(result)).toBe('Done.\noutputs:\n  image     s3://b/out.png  12,345 bytes');
  expect(resultText({ text: 'Done.', outputs: {} })).toBe('Done.');
  expect(resultText({ text: '', outputs: {} })).toBe('');
});

test('the text of a model cannot steer the terminal', () => {
  expect(resultText({ text: 'a\u001b[31m\nb', outputs: {} })).toBe('a\nb');
});

test('the ending says what was used, and how to raise a limit', () => {
  expect(endingLine(result)).toBe('completed · 3 iterations · 4,321 → 210 tokens');
  expect(endingLine({ ...result, status: 'max_iterations' })).toContain('--max-iterations raises it');
});

test.each([
  ['completed', 0],
  ['refused', 1],
  ['max_iterations', 3],
  ['timed_out', 3],
] as const)('a run that ended as %s exits with %i', (status, code) => {
  expect(exitCodeOf(status)).toBe(code);
});
