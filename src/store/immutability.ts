import { SkillrunError } from '../contract/errors.ts';
import type { Store } from './port.ts';

/** Left in the store for the next check: its presence costs nothing, and its absence is what the check needs first. */
const KEY = 'check';
const CONTENT = Buffer.from('skillrun writes this object to see that the store takes and keeps objects.\n');

/**
 * Throws unless the store takes objects, gives them back, and refuses to overwrite them. A store that ignores
 * `If-None-Match` would let two attempts of a step overwrite each other's claims and answers.
 */
export async function checkImmutability(store: Store): Promise<void> {
  const first = await store.put(KEY, CONTENT, { mediaType: 'text/plain' });
  if (first === 'created' && (await store.put(KEY, CONTENT)) === 'created') {
    throw new SkillrunError(
      'store_denied',
      `The store overwrites objects in spite of If-None-Match [store=${store.root}]`,
      {
        hint: 'Use one that honours it, such as AWS S3 or versitygw',
      },
    );
  }
  await store.get(KEY);
}
