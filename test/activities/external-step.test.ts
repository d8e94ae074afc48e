import { expect, test } from 'vitest';
import type { Attempt } from '../../activities/activity.ts';
import { claimStep, settleStep } from '../../activities/external-step.ts';
import type { ExecuteBashResult } from '../../src/contract/activities.ts';
import { temporaryStore } from './temporary-store.ts';

function attempt(id: string): Attempt {
  return { signal: new AbortController().signal, number: 1, id, prefix: 'runs/a/1', runId: 'a' };
}

const result: ExecuteBashResult = {
  output: { type: 'inline', value: { success: true } },
  snapshot: { uri: 'file:///x/snapshots/1' },
};

test('the first attempt may start the command', async () => {
  expect(await claimStep(await temporaryStore(), '1-0', attempt('first'))).toEqual({ state: 'ours' });
});

test('a retry after the claim reports an unknown outcome', async () => {
  const store = await temporaryStore();
  await claimStep(store, '1-0', attempt('first'));
  expect(await claimStep(store, '1-0', attempt('second'))).toEqual({ state: 'unknown' });
});

test('a retry after the command has ended gets its result', async () => {
  const store = await temporaryStore();
  await claimStep(store, '1-0', attempt('first'));
  await settleStep(store, '1-0', attempt('first'), result);
  expect(await claimStep(store, '1-0', attempt('second'))).toEqual({ state: 'settled', result });
});

test('a claim whose acknowledgement was lost is still our own', async () => {
  const store = await temporaryStore();
  await claimStep(store, '1-0', attempt('first'));
  expect(await claimStep(store, '1-0', attempt('first'))).toEqual({ state: 'ours' });
});

test('claims of different steps do not meet', async () => {
  const store = await temporaryStore();
  await claimStep(store, '1-0', attempt('first'));
  expect(await claimStep(store, '1-1', attempt('first'))).toEqual({ state: 'ours' });
});
