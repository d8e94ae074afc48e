import type { CapturedStream } from './port.ts';

/** Characters (UTF-16 units) of one stream that the model sees at the most: the first half and the last half of them. */
export const SHOWN_CHARACTERS = 30_000;

const HALF = SHOWN_CHARACTERS / 2;
/** A UTF-16 unit comes from three bytes at the most, and a character that the edge cuts from three more. */
const HALF_BYTES = HALF * 3 + 3;

/** The start and the end of a stream of bytes. What lies between is counted and forgotten, so memory stays flat. */
export class CapturedOutput {
  readonly #head = Buffer.allocUnsafe(HALF_BYTES);
  readonly #tail = Buffer.allocUnsafe(HALF_BYTES * 2);
  #headBytes = 0;
  #tailBytes = 0;
  #bytes = 0;

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    const forHead = chunk.subarray(0, HALF_BYTES - this.#headBytes);
    this.#head.set(forHead, this.#headBytes);
    this.#headBytes += forHead.length;
    this.#pushTail(chunk.subarray(forHead.length).subarray(-HALF_BYTES));
  }

  /** What has come so far; bytes that are not UTF-8 are replaced by U+FFFD. */
  result(): CapturedStream {
    const head = this.#head.subarray(0, this.#headBytes);
    const tail = this.#tail.subarray(0, this.#tailBytes).subarray(-HALF_BYTES);
    if (this.#bytes === head.length + tail.length) {
      const text = Buffer.concat([head, tail]).toString();
      if (text.length <= SHOWN_CHARACTERS) return { shown: text, bytes: this.#bytes, truncated: false };
      return this.#cut(text, text);
    }
    return this.#cut(head.toString(), tail.toString());
  }

  #pushTail(chunk: Uint8Array): void {
    if (this.#tailBytes + chunk.length > this.#tail.length) {
      this.#tail.copyWithin(0, this.#tailBytes - HALF_BYTES, this.#tailBytes);
      this.#tailBytes = HALF_BYTES;
    }
    this.#tail.set(chunk, this.#tailBytes);
    this.#tailBytes += chunk.length;
  }

  #cut(start: string, end: string): CapturedStream {
    const count = HALF.toLocaleString('en');
    const note = `[… cut: the first and the last ${count} characters of ${this.#bytes.toLocaleString('en')} bytes are shown …]`;
    const shown = `${withoutHalfPair(start.slice(0, HALF))}\n${note}\n${withoutHalfPair(end.slice(-HALF))}`;
    return { shown, bytes: this.#bytes, truncated: true };
  }
}

/** A character outside the basic plane is two units, and a cut between them leaves half a character. */
function withoutHalfPair(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
