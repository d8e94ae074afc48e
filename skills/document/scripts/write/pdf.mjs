import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontkit from '@pdf-lib/fontkit';
import pdfmake from 'pdfmake';
import { pdfContent } from './pdf-content.mjs';

/** Liberation Sans comes with pdfjs-dist: Latin, Greek, Cyrillic, arrows. Courier is one of the PDF's own fonts. */
const face = (name) => fileURLToPath(import.meta.resolve(`pdfjs-dist/standard_fonts/LiberationSans-${name}.ttf`));
const FONTS = {
  Sans: { normal: face('Regular'), bold: face('Bold'), italics: face('Italic'), bolditalics: face('BoldItalic') },
  Courier: {
    normal: 'Courier',
    bold: 'Courier-Bold',
    italics: 'Courier-Oblique',
    bolditalics: 'Courier-BoldOblique',
  },
};

const heading = (fontSize) => ({ fontSize, bold: true, margin: [0, fontSize * 0.7, 0, fontSize * 0.35] });
const STYLES = {
  h1: heading(22),
  h2: heading(17),
  h3: heading(14),
  h4: heading(12),
  h5: heading(11),
  h6: heading(11),
  paragraph: { margin: [0, 0, 0, 7] },
  list: { margin: [0, 0, 0, 5] },
  quote: { margin: [14, 2, 0, 4], color: '#555555' },
  code: { fontSize: 9.5, font: 'Courier' },
  link: { color: '#1a56a0', decoration: 'underline' },
};
const LAYOUTS = {
  ruled: { hLineWidth: () => 0.5, vLineWidth: () => 0.5, hLineColor: () => '#bbbbbb', vLineColor: () => '#bbbbbb' },
};

/** A PDF with real text, page numbers at the foot; characters that its font lacks are named in the notes. */
export async function writePdf($, { title, pageSize }) {
  pdfmake.setFonts(FONTS);
  pdfmake.setTableLayouts(LAYOUTS);
  pdfmake.setUrlAccessPolicy(() => false);
  const fontFiles = Object.values(FONTS).flatMap((font) => Object.values(font));
  pdfmake.setLocalAccessPolicy((path) => fontFiles.includes(path));
  const document = pdfmake.createPdf({
    info: { title },
    pageSize,
    pageMargins: [40, 50, 40, 50],
    content: pdfContent($('body').get(0)),
    footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', fontSize: 9, margin: [0, 15, 0, 0] }),
    defaultStyle: { font: 'Sans', fontSize: 11, lineHeight: 1.2 },
    styles: STYLES,
  });
  return { bytes: await document.getBuffer(), notes: await missingGlyphs($('body').text()) };
}

async function missingGlyphs(text) {
  const font = fontkit.create(await readFile(FONTS.Sans.normal));
  const missing = [...new Set(text.replaceAll(/\s/g, ''))].filter(
    (char) => !font.hasGlyphForCodePoint(char.codePointAt(0)),
  );
  if (missing.length === 0) return [];
  const shown = missing.slice(0, 20).join(' ');
  return [
    `the PDF's font has no glyph for ${missing.length} character(s): ${shown}. Replace them, or print HTML with Chromium.`,
  ];
}
