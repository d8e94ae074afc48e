import { resolve } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

type Tracking = { author: string; date: string; nextId: () => number };
type Replace = (document: Document, find: string, replacement: string, track?: Tracking) => number;

const scripts = resolve('skills/docx/scripts');
const { replaceText } = (await import(`${scripts}/replace-text.mjs`)) as { replaceText: Replace };
const { paragraphText } = (await import(`${scripts}/word-text.mjs`)) as { paragraphText: (node: Element) => string };

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const named = (node: Document | Element, name: string) => Array.from(node.getElementsByTagNameNS(W, name));

/** A paragraph whose text Word has split into runs of these texts, each with a format of its own. */
function paragraphOf(runs: string[]): Document {
  const xml = runs.map((text, index) => `<w:r><w:rPr><w:sz w:val="${index}"/></w:rPr><w:t>${text}</w:t></w:r>`);
  return new DOMParser().parseFromString(`<w:p xmlns:w="${W}">${xml.join('')}</w:p>`, 'text/xml');
}

function textOf(document: Document): string {
  return paragraphText(document.documentElement);
}

const runs = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 }), {
  minLength: 1,
  maxLength: 6,
});
const find = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 4 });
const replacement = fc.string({ unit: fc.constantFrom('x', '&', '<', ' '), maxLength: 4 });

test('however the text is split into runs, every occurrence is replaced and no other letter changes', () => {
  fc.assert(
    fc.property(runs, find, replacement, (runs, find, replacement) => {
      const document = paragraphOf(runs);
      const before = runs.join('');

      const count = replaceText(document, find, replacement);

      expect(textOf(document)).toBe(before.replaceAll(find, () => replacement));
      expect(count).toBe(before.split(find).length - 1);
    }),
  );
});

test('rejecting every tracked change gives the old text, accepting them gives the new one', () => {
  fc.assert(
    fc.property(runs, find, replacement, (runs, find, replacement) => {
      const document = paragraphOf(runs);
      const before = runs.join('');

      replaceText(document, find, replacement, { author: 'Eve', date: '2026-01-01T00:00:00Z', nextId: () => 1 });

      expect(textOf(document)).toBe(before.replaceAll(find, () => replacement));
      for (const insertion of named(document, 'ins')) insertion.parentNode?.removeChild(insertion);
      const kept = named(document, 'r').map((run) => [...named(run, 't'), ...named(run, 'delText')]);
      expect(
        kept
          .flat()
          .map((node) => node.textContent)
          .join(''),
      ).toBe(before);
    }),
  );
});

test('the replacement has the format of the first letter that it replaces', () => {
  const document = paragraphOf(['one ', 'tw', 'o three']);

  replaceText(document, 'two', 'six');

  const run = named(document, 'r').find((candidate) => candidate.textContent === 'six');
  expect(run && named(run, 'sz')[0]?.getAttributeNS(W, 'val')).toBe('1');
});

test('a footnote mark or a picture beside the text stays', () => {
  const document = paragraphOf(['Acme']);
  named(document, 'r')[0]?.appendChild(document.createElementNS(W, 'w:footnoteReference'));

  replaceText(document, 'Acme', 'Globex');

  expect(named(document, 'footnoteReference')).toHaveLength(1);
  expect(textOf(document)).toBe('Globex');
});

test('text that is already a tracked deletion is not found', () => {
  const xml = `<w:p xmlns:w="${W}"><w:del><w:r><w:delText>late</w:delText></w:r></w:del><w:r><w:t>soon</w:t></w:r></w:p>`;
  const document = new DOMParser().parseFromString(xml, 'text/xml');

  expect(replaceText(document, 'late', 'x')).toBe(0);
});

test('plain quotes and spaces match typographic ones', () => {
  const document = paragraphOf(['it\u2019s\u00a0', '\u201Cfine\u201D']);

  expect(replaceText(document, 'it\'s "fine"', 'ok')).toBe(1);
  expect(textOf(document)).toBe('ok');
});
