// Text as a picture.
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Comes with the toolbox, so that text looks the same on hosts without fonts. */
const ownFont = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf'));

/** A transparent picture of `text`, wrapped at `width` pixels; `size` is the height of a line's letters in pixels. */
export async function lettering(text, { size, color = 'white', font, width, align = 'centre' }) {
  const markup = `<span foreground="${escape(color)}">${escape(text)}</span>`;
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `${font ?? 'Liberation Sans Bold'} ${size}`,
      ...(font === undefined && { fontfile: ownFont }),
      rgba: true,
      dpi: 72,
      width,
      align,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
