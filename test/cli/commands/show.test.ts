import { expect, test } from 'vitest';
import { describeReport } from '../../../src/cli/commands/show.ts';
import { NO_USAGE } from '../../../src/contract/model.ts';

const report = {
  runId: 'image-1',
  status: 'failed',
  skill: 'image',
  model: 'anthropic:scripted',
  startedAt: new Date('2026-01-01T00:00:00Z'),
  endedAt: new Date('2026-01-01T00:02:05Z'),
  retried: [],
  progress: { text: '', outputs: {}, iterations: 2, usage: { ...NO_USAGE, inputTokens: 1204, outputTokens: 87 } },
};

test('a failed run says why it failed, and what it came to', () => {
  expect(describeReport({ ...report, problem: 'The key is not valid. Set ANTHROPIC_API_KEY' })).toBe(
    [
      'run         image-1',
      'status      failed',
      'skill       image',
      'model       anthropic:scripted',
      'started     2026-01-01T00:00:00.000Z',
      'took        2 min 5 s',
      'iterations  2',
      'tokens      1,204 → 87 tokens',
      'problem     The key is not valid. Set ANTHROPIC_API_KEY',
    ].join('\n'),
  );
});

test('a step that is tried again is shown with its last failure', () => {
  const retried = [{ activity: 'callModel', attempt: 3, failure: 'The provider is overloaded' }];
  expect(describeReport({ ...report, retried })).toContain(
    'retried     callModel, attempt 3: The provider is overloaded',
  );
});
