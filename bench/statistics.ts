/** The middle value; between the two middle ones where their number is even. NaN of nothing. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? NaN, sorted[Math.floor(middle)] ?? NaN];
  return (low + high) / 2;
}

/** Milliseconds of each of `times` calls, one after the other, after some that do not count. */
export async function timed(times: number, call: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  const warmUp = Math.ceil(times / 5);
  for (let done = -warmUp; done < times; done += 1) {
    const startedAt = performance.now();
    await call();
    if (done >= 0) durations.push(performance.now() - startedAt);
  }
  return durations;
}
