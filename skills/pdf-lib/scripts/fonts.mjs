import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontkit from '@pdf-lib/fontkit';
import { StandardFonts } from 'pdf-lib';
import { Problem } from './cli.mjs';

/** Comes with pdfjs-dist: Latin, Greek and Cyrillic letters, arrows. */
const LIBERATION_SANS = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'));

/** A font that can show a text: Helvetica where that suffices, else Liberation Sans, embedded. */
export async function fontFor(pdf, text) {
  const helvetica = await pdf.embedFont(StandardFonts.Helvetica);
  if (missingCharacters(helvetica, text).length === 0) return helvetica;
  pdf.registerFontkit(fontkit);
  const font = await pdf.embedFont(await readFile(LIBERATION_SANS), { subset: true });
  const missing = missingCharacters(font, text);
  if (missing.length > 0)
    throw new Problem(`the font has no glyph for: ${missing.join(' ')}. Write the text without them.`);
  return font;
}

function missingCharacters(font, text) {
  const known = new Set(font.getCharacterSet());
  return [...new Set(text.replaceAll('\n', ''))].filter((character) => !known.has(character.codePointAt(0)));
}
