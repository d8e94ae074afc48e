import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CapturedOutput, SHOWN_CHARACTERS } from '../../src/sandbox/captured-output.ts';

function capture(chunks: Uint8Array[]) {
  const output = new CapturedOutput();
  for (const chunk of chunks) output.push(chunk);
  return output.result();
}

/** The bytes in chunks of these sizes, over and over. */
function split(bytes: Buffer, sizes: number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const pieces = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...['a', '\n', 'ü', '€', '😀', '\u{10FFFF}'].map((text) => Buffer.from(text)),
      ...[[0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0x80]].map((bytes) => Buffer.from(bytes)),
    ),
    fc.integer({ min: 1, max: 30_000 }),
  ),
  { maxLength: 6 },
);
const sizes = fc.array(fc.integer({ min: 500, max: 70_000 }), { minLength: 1, maxLength: 5 });

it('shows the start and the end of any bytes in any chunks, without half characters', () => {
  fc.assert(
    fc.property(pieces, sizes, (parts, sizes) => {
      const bytes = Buffer.concat(parts.flatMap(([piece, times]) => Array.from({ length: times }, () => piece)));
      const whole = bytes.toString();
      const { shown, truncated, bytes: counted } = capture(split(bytes, sizes));
      expect(counted).toBe(bytes.length);
      expect(truncated).toBe(whole.length > SHOWN_CHARACTERS);
      expect(shown.isWellFormed()).toBe(true);
      if (!truncated) {
        expect(shown).toBe(whole);
        return;
      }
      const [start = '', end = ''] = shown.split(/\n\[… cut: .* …\]\n/u);
      for (const half of [start, end]) {
        expect(half.length).toBeGreaterThanOrEqual(SHOWN_CHARACTERS / 2 - 1);
        expect(half.length).toBeLessThanOrEqual(SHOWN_CHARACTERS / 2);
      }
      expect(whole.startsWith(start)).toBe(true);
      expect(whole.endsWith(end)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('says how much there was', () => {
  const { shown } = capture([Buffer.alloc(1_234_567, 'x')]);
  expect(shown).toContain('\n[… cut: the first and the last 15,000 characters of 1,234,567 bytes are shown …]\n');
});
