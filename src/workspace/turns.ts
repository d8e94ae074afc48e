import { SkillrunError } from '../contract/errors.ts';

interface Turn {
  /** Tells the holder that somebody waits. */
  interrupt(): void;
  ended: Promise<unknown>;
}

/**
 * One turn at a time for each workspace, in the order of the calls. A caller that comes while another's attempt still
 * runs is a retry of it or what comes after it: the running one is a leftover, and is aborted.
 */
export class Turns {
  readonly #last = new Map<string, Turn>();

  /** Does the work when it is its turn. With `yields`, a later call aborts it with `workspace_lost`. */
  async take<T>(
    id: string,
    { signal, yields }: { signal?: AbortSignal; yields: boolean },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const before = this.#last.get(id);
    const interrupted = new AbortController();
    const stop = AbortSignal.any([interrupted.signal, ...(signal === undefined ? [] : [signal])]);
    before?.interrupt();
    const done = (async () => {
      await before?.ended;
      stop.throwIfAborted();
      return await work(stop);
    })();
    const turn: Turn = {
      interrupt: () => yields && interrupted.abort(takenOver(id)),
      ended: done.catch(() => undefined),
    };
    this.#last.set(id, turn);
    try {
      return await done;
    } finally {
      if (this.#last.get(id) === turn) this.#last.delete(id);
    }
  }
}

function takenOver(id: string): SkillrunError {
  return new SkillrunError('workspace_lost', `A later step took the workspace over [workspace=${id}]`);
}
