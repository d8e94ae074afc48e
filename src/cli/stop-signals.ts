import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** `npm run` passes a terminal's SIGINT on to a process that has got it already: within this time it is the same key press. */
export const ECHO_MS = 100;

/** A listener keeps a signal from ending the process. */
export function ignore(): void {}

/** Resolves at the first SIGINT or SIGTERM. A later one ends the process at once. */
export async function untilStopped(): Promise<void> {
  const listening = new AbortController();
  const { signal } = listening;
  process.on('SIGINT', ignore);
  await Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })]);
  listening.abort();
  void sleep(ECHO_MS).then(() => process.off('SIGINT', ignore));
}
