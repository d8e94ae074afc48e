import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fontkit from '@pdf-lib/fontkit';
import { A, elements, inches, textPieces } from './slides.mjs';

/** Has the widths of Arial; comes with pdfjs-dist. */
const SANS = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'));
const LINE_HEIGHT = 1.2;
/** PowerPoint's own margins inside a box, in inches. */
const INSET = { x: 0.1, y: 0.05 };

let font;

/** Inches of height that a shape's text lacks in its box; 0 when it fits, or when its size is not known. */
export function overflow({ box, paragraphs }) {
  if (box === undefined || paragraphs.length === 0) return 0;
  const [body] = elements(paragraphs[0].parentNode.parentNode, A, 'bodyPr');
  if (body === undefined || elements(body, A, 'spAutoFit').length + elements(body, A, 'normAutofit').length > 0)
    return 0;
  const inset = (name, usual) => (body.hasAttribute(name) ? inches(body.getAttribute(name)) : usual);
  const width = box.width - inset('lIns', INSET.x) - inset('rIns', INSET.x);
  const height = box.height - inset('tIns', INSET.y) - inset('bIns', INSET.y);
  const wraps = body.getAttribute('wrap') !== 'none';
  let needed = 0;
  for (const paragraph of paragraphs) {
    const size = pointsOf(paragraph);
    if (size === undefined) return 0;
    needed += lineCount(paragraph, size, wraps ? width : Infinity) * (size / 72) * LINE_HEIGHT;
  }
  // Half a line more than the box has is within what an estimate can tell.
  return needed - height > 0.15 ? needed - height : 0;
}

/** The size of a paragraph's first text, if the slide itself gives it. */
function pointsOf(paragraph) {
  const sized = [...elements(paragraph, A, 'rPr'), ...elements(paragraph, A, 'endParaRPr')].find((properties) =>
    properties.hasAttribute('sz'),
  );
  return sized === undefined ? undefined : Number(sized.getAttribute('sz')) / 100;
}

function lineCount(paragraph, size, width) {
  const [properties] = elements(paragraph, A, 'pPr');
  const indent = inches(properties?.getAttribute('marL') || 0);
  const text = textPieces(paragraph)
    .map((piece) => piece.text)
    .join('');
  return text.split('\n').reduce((lines, line) => lines + wrappedLines(line, size, width - indent), 0);
}

function wrappedLines(line, size, width) {
  let lines = 1;
  let used = 0;
  for (const word of line.split(/(?<=\s)/)) {
    const length = widthOf(word.trimEnd(), size);
    if (used > 0 && used + length > width) {
      lines += 1;
      used = 0;
    }
    used += widthOf(word, size);
  }
  return lines;
}

/** Inches. */
function widthOf(text, size) {
  font ??= fontkit.create(readFileSync(SANS));
  const units = font.glyphsForString(text).reduce((sum, glyph) => sum + glyph.advanceWidth, 0);
  return (units / font.unitsPerEm) * (size / 72);
}
