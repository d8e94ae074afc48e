/**
 * Maps items to results, in order, working on at most `limit` at a time. The first failure aborts the others and is
 * thrown when nothing runs any more, so that whoever cleans up afterwards is alone.
 */
export async function mapBounded<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const results: Result[] = [];
  const rest = Array.from(items).entries();
  const lane = async (): Promise<void> => {
    try {
      for (let next = rest.next(); next.done !== true; next = rest.next()) {
        stop.throwIfAborted();
        const [index, item] = next.value;
        results[index] = await work(item, stop);
      }
    } catch (error) {
      failed.abort(error);
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  failed.signal.throwIfAborted();
  return results;
}
