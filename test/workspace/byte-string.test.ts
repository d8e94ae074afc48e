import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBytes, encodeBytes, fromBytes, fromText, toBytes, toText } from '../../src/workspace/byte-string.ts';

const bytes = fc.uint8Array().map((values) => Buffer.from(values));

describe('bytes as text', () => {
  test('any bytes come back', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(toBytes(fromBytes(value)).equals(value)).toBe(true);
      }),
    );
  });

  test('any bytes come back from JSON', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        const stored = JSON.parse(JSON.stringify(encodeBytes(fromBytes(value)))) as ReturnType<typeof encodeBytes>;
        expect(toBytes(decodeBytes(stored)).equals(value)).toBe(true);
      }),
    );
  });

  test('text stays readable in JSON, also with a byte order mark, and other bytes are marked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(encodeBytes(fromText(text))).toBe(text);
        expect(toText(fromText(text))).toBe(text);
      }),
    );
    expect(encodeBytes(fromText('\ufeffa'))).toBe('\ufeffa');
    expect(encodeBytes(fromBytes(Buffer.from([0x61, 0xff])))).toEqual({ base64: 'Yf8=' });
  });

  test('order is that of bytes', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(Math.sign(Buffer.compare(a, b))).toBe(fromBytes(a) < fromBytes(b) ? -1 : Number(!a.equals(b)));
      }),
    );
  });
});
