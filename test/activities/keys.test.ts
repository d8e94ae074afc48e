import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keySegment, outputKey, runKey, segmentKey } from '../../activities/keys.ts';
import { isKey } from '../../src/store/key.ts';

const names = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ maxLength: 2000 }),
  fc.constantFrom('.', '..', '', '/', '%2E', 'a/../b'),
);

test('any ids make a valid key', () => {
  fc.assert(
    fc.property(names, names, (workflowId, runId) => {
      expect(isKey(segmentKey(runKey(workflowId, runId), 1))).toBe(true);
      expect(isKey(outputKey(runKey(workflowId, runId), 'f'.repeat(64), runId))).toBe(true);
    }),
  );
});

test('different ids make different keys', () => {
  fc.assert(
    fc.property(names, names, (a, b) => {
      fc.pre(a.toWellFormed() !== b.toWellFormed());
      expect(keySegment(a)).not.toBe(keySegment(b));
    }),
  );
});

test('an ordinary id is readable in its key', () => {
  expect(runKey('image-3f9c1b2a', '0199-aa')).toBe('runs/image-3f9c1b2a/0199-aa');
});
