import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { toFailure } from '../../activities/failures.ts';
import { SkillrunError } from '../../src/contract/errors.ts';

const running = new AbortController().signal;

function aborted(reason: string): AbortSignal {
  return AbortSignal.abort(new CancelledFailure(reason));
}

test("the caller's fault is not retried, and its message says what to do", () => {
  const failure = toFailure(new SkillrunError('missing_key', 'No key', { hint: 'Set OPENAI_API_KEY' }), running);
  expect(failure).toMatchObject({ type: 'missing_key', message: 'No key. Set OPENAI_API_KEY', nonRetryable: true });
});

test("the world's fault is retried, after the wait that the other side asked for", () => {
  const failure = toFailure(new SkillrunError('rate_limited', 'Too fast', { retryAfterMs: 7000 }), running);
  expect(failure).toMatchObject({ type: 'rate_limited', nonRetryable: false, nextRetryDelay: 7000 });
});

test('an error that nobody foresaw is retried with its cause', () => {
  const failure = toFailure(new RangeError('odd'), running);
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({ type: 'unexpected', message: 'odd' });
  expect((failure as ApplicationFailure).nonRetryable).not.toBe(true);
});

test('what is thrown after a cancellation is the cancellation', () => {
  expect(toFailure(new Error('killed'), aborted('CANCELLED'))).toBeInstanceOf(CancelledFailure);
});

test('a worker that shuts down is a failure of the host, so that the work goes elsewhere', () => {
  expect(toFailure(new Error('killed'), aborted('WORKER_SHUTDOWN'))).toMatchObject({
    type: 'host_failed',
    nonRetryable: false,
  });
});
