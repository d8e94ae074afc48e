import { KIND } from './kind.mjs';

/** The namespace of WordprocessingML. */
export const W = KIND.namespace;

/** What stands in a run for a character. */
const STAND_INS = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

export function elements(node, name) {
  return Array.from(node.getElementsByTagNameNS(W, name));
}

export function attribute(element, name) {
  return element.getAttributeNS(W, name) || undefined;
}

/**
 * The visible text of a paragraph as pieces in order: `{element, text}`, where the element is a `w:t` or a stand-in such
 * as a tab. Deleted text and paragraphs inside (text boxes) are not part of it.
 */
export function textPieces(paragraph) {
  const pieces = [];
  const walk = (node) => {
    for (const child of Array.from(node.childNodes)) {
      if (child.namespaceURI !== W) {
        if (child.childNodes?.length > 0) walk(child);
      } else if (child.localName === 't') pieces.push({ element: child, text: child.textContent });
      else if (child.localName in STAND_INS) pieces.push({ element: child, text: STAND_INS[child.localName] });
      else if (!['p', 'del', 'moveFrom', 'pPr', 'rPr'].includes(child.localName)) walk(child);
    }
  };
  walk(paragraph);
  return pieces;
}

export function paragraphText(paragraph) {
  return textPieces(paragraph)
    .map(({ text }) => text)
    .join('');
}

/** The parts that hold text: the body first, then headers, footers and notes. */
export function textParts(names) {
  const others = names.filter((name) => /^word\/(header|footer|footnotes|endnotes)\d*\.xml$/.test(name));
  return [KIND.main, ...others.sort()];
}
