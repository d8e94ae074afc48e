import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { mapBounded } from '../../src/workspace/bounded.ts';

const { signal } = new AbortController();
const items = Array.from({ length: 50 }, (_, index) => index);

describe('bounded work', () => {
  test('gives results in the order of items and runs no more than the limit at once', async () => {
    let running = 0;
    let most = 0;
    const results = await mapBounded(items, 4, signal, async (item) => {
      most = Math.max(most, (running += 1));
      for (let turn = 0; turn < item % 5; turn += 1) await setImmediate();
      running -= 1;
      return item * 2;
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect(most).toBe(4);
  });

  test('throws the first failure, aborts the others with it, and starts no more', async () => {
    const failure = new Error('third');
    const started: number[] = [];
    const reasons: unknown[] = [];
    const work = mapBounded(items, 4, signal, async (item, stop) => {
      started.push(item);
      await setImmediate();
      if (item === 2) throw failure;
      if (!stop.aborted) await once(stop, 'abort');
      reasons.push(stop.reason);
      throw new Error('a consequence');
    });
    await expect(work).rejects.toBe(failure);
    expect(started).toEqual([0, 1, 2, 3]);
    expect(reasons, 'all had ended before it threw').toEqual([failure, failure, failure]);
  });

  test('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = mapBounded(items, 2, controller.signal, async (item) => {
      if (item === 10) controller.abort(reason);
    });
    await expect(work).rejects.toBe(reason);
  });

  test('of nothing is nothing', async () => {
    expect(await mapBounded([], 4, signal, () => expect.unreachable())).toEqual([]);
  });
});
