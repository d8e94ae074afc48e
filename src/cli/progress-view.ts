import { clearLine, cursorTo } from 'node:readline';
import { styleText } from 'node:util';
import type { RunEvent } from '../client/index.ts';
import { progressLines, stepBegunBy } from './progress-lines.ts';
import { duration } from './quantities.ts';

const TICK_MS = 1000;

/** Shows a run's progress line by line; on a terminal the last line tells how long the step under way has taken. */
export class ProgressView implements Disposable {
  readonly #stream: NodeJS.WriteStream;
  #step: { what: string; since: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** A step that failed: when the run fails with it, its error says the same. */
  #failure: RunEvent | undefined;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
    if (stream.isTTY) this.#timer = setInterval(() => this.#drawElapsed(), TICK_MS);
  }

  show(event: RunEvent): void {
    const what = stepBegunBy(event);
    this.#step = what === undefined ? undefined : { what, since: event.at };
    const held = this.#failure === undefined || isFailure(event) ? [] : progressLines(this.#failure);
    this.#failure = event.type === 'step_failed' ? event : undefined;
    this.note(...held, ...(this.#failure === undefined ? progressLines(event) : []));
  }

  /** Writes lines of its own in between. */
  note(...lines: string[]): void {
    this.#clearElapsed();
    for (const line of lines) this.#stream.write(`${line}\n`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#clearElapsed();
  }

  #drawElapsed(): void {
    if (this.#step === undefined) return;
    this.#clearElapsed();
    const { what, since } = this.#step;
    this.#stream.write(styleText('dim', `  … ${what} · ${duration(Date.now() - since)}`, { stream: this.#stream }));
  }

  #clearElapsed(): void {
    if (!this.#stream.isTTY) return;
    cursorTo(this.#stream, 0);
    clearLine(this.#stream, 0);
  }
}

function isFailure(event: RunEvent): boolean {
  return event.type === 'ended' && event.how === 'failed';
}
