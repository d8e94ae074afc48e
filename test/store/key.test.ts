import { resolve, sep } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileStore } from '../../src/store/file-store.ts';
import { isKey } from '../../src/store/key.ts';

const FOLDER = `${sep}data${sep}store`;
const store = new FileStore(FOLDER);

/** Strings that try hard: separators, dots, escapes and NULs between ordinary characters. */
const hostile = fc
  .array(
    fc.constantFrom(
      'a',
      '.',
      '..',
      '/',
      '//',
      '%2e',
      '%2f',
      '%252e',
      '\\',
      '\0',
      '~',
      '@',
      '-',
      ' ',
      '\n',
      'é',
      '#',
      '?',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));
const anything = fc.oneof(hostile, fc.string(), fc.string({ unit: 'binary' }));

describe('keys', () => {
  test('no key leads outside the root, and none has two spellings', () => {
    fc.assert(
      fc.property(anything, (text) => {
        if (!isKey(text)) return;
        expect(resolve(FOLDER, text)).toBe(`${FOLDER}${sep}${text}`);
      }),
      { numRuns: 5_000 },
    );
  });

  test('no uri leads outside the root, whatever it is made of', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(`${store.root}/`, store.root, 'file:///data/', ''), (text, start) => {
        let key: string;
        try {
          key = store.key(start + text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'foreign_object' });
          return;
        }
        expect(isKey(key)).toBe(true);
        expect(store.uri(key)).toBe(start + text);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a key and its uri lead to each other', () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9._%@-]{1,20}$/).filter((text) => text !== '.' && text !== '..');
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const key = segments.join('/');
        expect(store.key(store.uri(key))).toBe(key);
      }),
    );
  });

  test('a key that some store could not name is none', () => {
    expect(isKey('a'.repeat(255))).toBe(true);
    expect(isKey('a'.repeat(256))).toBe(false);
    expect(isKey('a/'.repeat(500) + 'a')).toBe(false);
  });
});
