import { W, attribute, elements, textPieces } from './word-text.mjs';

/**
 * Replaces each occurrence of a text in a part, also where Word has split it over several runs, and keeps the formatting
 * of its first run. With `track` (`{author, date, nextId}`) the change is a tracked one. Returns how many it replaced.
 */
export function replaceText(document, find, replacement, track) {
  const wanted = fold(find);
  let count = 0;
  for (const paragraph of elements(document, 'p')) {
    const text = fold(
      textPieces(paragraph)
        .map((piece) => piece.text)
        .join(''),
    );
    const starts = [];
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) starts.push(at);
    // From the end, so that the places of those before it stay right.
    for (const start of starts.toReversed()) {
      const runs = isolateRuns(paragraph, start, start + wanted.length);
      if (track === undefined) setText(runs, replacement);
      else trackChange(runs, replacement, track);
    }
    if (!isFallback(paragraph)) count += starts.length;
  }
  return count;
}

/** Text boxes are stored twice, the second time for old readers: both are changed, one is counted. */
function isFallback(node) {
  for (let parent = node.parentNode; parent !== null; parent = parent.parentNode) {
    if (parent.localName === 'Fallback') return true;
  }
  return false;
}

/** Typographic quotes, hard spaces and hyphens are matched by the plain ones; no character changes its place. */
function fold(text) {
  return text
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll('\u2011', '-');
}

/** Splits runs so that the text from `start` to `end` is all that stands in the runs that it returns. */
function isolateRuns(paragraph, start, end) {
  splitTextAt(paragraph, start);
  splitTextAt(paragraph, end);
  const matched = new Set();
  let at = 0;
  for (const { element, text } of textPieces(paragraph)) {
    if (at >= start && at + text.length <= end && text !== '') matched.add(element);
    at += text.length;
  }
  const runs = new Set([...matched].map((element) => element.parentNode));
  return [...runs].flatMap((run) => partition(run, matched));
}

function splitTextAt(paragraph, place) {
  let at = 0;
  for (const { element, text } of textPieces(paragraph)) {
    if (place > at && place < at + text.length) {
      const rest = element.cloneNode(false);
      element.parentNode.insertBefore(rest, element.nextSibling);
      writeText(rest, text.slice(place - at));
      writeText(element, text.slice(0, place - at));
      return;
    }
    at += text.length;
  }
}

/** Splits a run where its content changes between matched and other, and returns the runs of what matched. */
function partition(run, matched) {
  const parts = [];
  for (const node of contentOf(run)) {
    const isMatched = matched.has(node);
    if (parts.at(-1)?.isMatched !== isMatched) {
      const target = parts.length === 0 ? run : insertAfter(parts.at(-1).run, emptyCopy(run));
      parts.push({ run: target, isMatched });
    }
    parts.at(-1).run.appendChild(node);
  }
  return parts.filter(({ isMatched }) => isMatched).map((part) => part.run);
}

function setText(runs, replacement) {
  const [first, ...rest] = runs;
  for (const node of contentOf(first)) first.removeChild(node);
  writeText(first.appendChild(newElement(first, 't')), replacement);
  for (const run of rest) run.parentNode.removeChild(run);
}

/** The old runs become deletions where they stand; the new text is an insertion after the last of them. */
function trackChange(runs, replacement, track) {
  if (replacement !== '') {
    const inserted = emptyCopy(runs[0]);
    writeText(inserted.appendChild(newElement(inserted, 't')), replacement);
    insertAfter(runs.at(-1), change(inserted, 'ins', track)).appendChild(inserted);
  }
  for (const run of runs) {
    for (const text of elements(run, 't')) {
      const deleted = newElement(run, 'delText');
      writeText(deleted, text.textContent);
      run.replaceChild(deleted, text);
    }
    const deletion = change(run, 'del', track);
    run.parentNode.replaceChild(deletion, run);
    deletion.appendChild(run);
  }
}

function change(near, name, { author, date, nextId }) {
  const element = newElement(near, name);
  element.setAttributeNS(W, 'w:id', String(nextId()));
  element.setAttributeNS(W, 'w:author', author);
  element.setAttributeNS(W, 'w:date', date);
  return element;
}

/** Identifiers of changes and comments share one space in a document. */
export function idsAfter(documents) {
  const annotated = ['ins', 'del', 'moveFrom', 'moveTo', 'commentRangeStart', 'rPrChange', 'pPrChange'];
  const used = documents.flatMap((document) => annotated.flatMap((name) => elements(document, name)));
  let id = Math.max(0, ...used.map((element) => Number(attribute(element, 'id') ?? 0)));
  return () => (id += 1);
}

/** A run with the same formatting and nothing in it. */
function emptyCopy(run) {
  const copy = run.cloneNode(false);
  const format = Array.from(run.childNodes).find((child) => child.localName === 'rPr');
  if (format !== undefined) copy.appendChild(format.cloneNode(true));
  return copy;
}

function insertAfter(node, added) {
  return node.parentNode.insertBefore(added, node.nextSibling);
}

function contentOf(run) {
  return Array.from(run.childNodes).filter((child) => child.nodeType === 1 && child.localName !== 'rPr');
}

function newElement(near, name) {
  return near.ownerDocument.createElementNS(W, `w:${name}`);
}

/** Word drops spaces at the ends of a text unless it is told to keep them. */
function writeText(element, text) {
  element.setAttribute('xml:space', 'preserve');
  element.textContent = text;
}
