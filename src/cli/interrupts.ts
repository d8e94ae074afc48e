import { once, type EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ECHO_MS, ignore } from './stop-signals.ts';

/** What somebody who pressed Ctrl-C wants: to stop watching, or (pressed twice) to stop the run. */
type Interruption = 'detach' | 'cancel';

/** Time for the second Ctrl-C. */
const WINDOW_MS = 2000;

export interface Interrupts extends Disposable {
  /** Resolves after a Ctrl-C, once it is clear what it means. Never rejects. */
  readonly interruption: Promise<Interruption>;
}

/**
 * Waits for Ctrl-C. `onFirst` is called at the first one, to say what a second one does. Once the interruption is known,
 * or this is disposed of, Ctrl-C ends the process as usual.
 */
export function listenForInterrupts(onFirst: () => void, signals: EventEmitter = process): Interrupts {
  const stop = new AbortController();
  const { signal } = stop;
  const nextPress = async (): Promise<'cancel'> => {
    await once(signals, 'SIGINT', { signal });
    await sleep(ECHO_MS, undefined, { signal });
    return 'cancel';
  };
  const listen = async (): Promise<Interruption> => {
    signals.on('SIGINT', ignore);
    try {
      await once(signals, 'SIGINT', { signal });
      onFirst();
      await sleep(ECHO_MS, undefined, { signal });
      return await Promise.race([nextPress(), sleep(WINDOW_MS - ECHO_MS, 'detach' as const, { signal })]);
    } finally {
      stop.abort();
      signals.off('SIGINT', ignore);
    }
  };
  // Without Ctrl-C it stays pending for ever.
  const interruption = new Promise<Interruption>((resolve) => {
    listen().then(resolve, ignore);
  });
  return { interruption, [Symbol.dispose]: () => stop.abort() };
}
