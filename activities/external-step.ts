import type { ExecuteBashResult } from '../src/contract/activities.ts';
import type { Store } from '../src/store/port.ts';
import type { Attempt } from './activity.ts';
import { claimKey, settledKey } from './keys.ts';

/** What is known of an external command before this attempt may start it. */
export type ExternalStep =
  | { state: 'ours' }
  | { state: 'settled'; result: ExecuteBashResult }
  /** An earlier attempt started it, and nobody knows how it ended. */
  | { state: 'unknown' };

/**
 * Claims an external command: it is started at most once. The claim holds the attempt's id, so that a put whose
 * acknowledgement was lost is recognised as our own.
 */
export async function claimStep(store: Store, step: string, attempt: Attempt): Promise<ExternalStep> {
  const { prefix, id, signal } = attempt;
  const key = claimKey(prefix, step);
  const claim = JSON.stringify({ attempt: id });
  const put = await store.put(key, Buffer.from(claim), { mediaType: 'application/json', signal });
  if (put === 'created') return { state: 'ours' };
  const held = new TextDecoder().decode(await store.get(key, { signal }));
  if (held === claim) return { state: 'ours' };
  const settled = await store.find(settledKey(prefix, step), { signal });
  if (settled === undefined) return { state: 'unknown' };
  return { state: 'settled', result: JSON.parse(new TextDecoder().decode(settled)) as ExecuteBashResult };
}

/** Records what a claimed command came to, for a retry that finds the claim. */
export async function settleStep(
  store: Store,
  step: string,
  attempt: Attempt,
  result: ExecuteBashResult,
): Promise<void> {
  const { prefix, signal } = attempt;
  await store.put(settledKey(prefix, step), Buffer.from(JSON.stringify(result)), {
    mediaType: 'application/json',
    signal,
  });
}
