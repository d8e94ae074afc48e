import { A, elements, textPieces } from './slides.mjs';

/**
 * Replaces each occurrence of a text in a part, also where it is split over several runs, and keeps the formatting of
 * its first letter. Returns how many it replaced. Line breaks are never part of a match.
 */
export function replaceText(document, find, replacement) {
  const wanted = fold(find);
  let count = 0;
  for (const paragraph of elements(document, A, 'p')) {
    const text = fold(
      textPieces(paragraph)
        .map((piece) => piece.text)
        .join(''),
    );
    const starts = [];
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) starts.push(at);
    // From the end, so that the places of those before it stay right.
    for (const start of starts.toReversed()) replaceRange(paragraph, start, start + wanted.length, replacement);
    count += starts.length;
  }
  return count;
}

/** Typographic quotes and hard spaces are matched by the plain ones; no character changes its place. */
function fold(text) {
  return text
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/[\u00A0\u202F]/g, ' ');
}

/** The run in which the range starts takes the new text; those after it lose what they had of the old one. */
function replaceRange(paragraph, start, end, replacement) {
  let at = 0;
  let added = replacement;
  for (const { element, text } of textPieces(paragraph)) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, text.length);
    at += text.length;
    if (from >= text.length || to <= from) continue;
    element.textContent = text.slice(0, from) + added + text.slice(to);
    added = '';
  }
}
