import { degrees, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { Problem, readInput, wrongUsage } from '../cli.mjs';
import { fontFor } from '../fonts.mjs';
import { pageIndexes } from '../page-list.mjs';
import { openPdf, savePdf } from '../pdf-file.mjs';
import { cornerAt, visiblePage } from '../visible-page.mjs';

export const options = {
  text: { type: 'string' },
  image: { type: 'string' },
  pages: { type: 'string' },
  at: { type: 'string', default: 'center' },
  size: { type: 'string' },
  angle: { type: 'string', default: '0' },
  opacity: { type: 'string', default: '1' },
  color: { type: 'string', default: '#000000' },
};
export const operands = [2];

export async function run([input, output], values) {
  if ((values.text === undefined) === (values.image === undefined)) throw wrongUsage('stamp: give --text or --image.');
  if (!/^(center|(top|bottom)-(left|center|right))$/.test(values.at))
    throw wrongUsage(`--at ${values.at}: no such place.`);
  const angle = number('--angle', values.angle);
  const opacity = number('--opacity', values.opacity);
  const pdf = await openPdf(input);
  const stamp = values.text === undefined ? await imageStamp(pdf, values) : await textStamp(pdf, values);
  for (const index of pageIndexes(values.pages, pdf.getPageCount())) {
    const page = pdf.getPage(index);
    const visible = visiblePage(page);
    const { box, draw } = stamp(index + 1, pdf.getPageCount());
    const corner = cornerAt(visible, values.at, box, angle);
    const rotate = degrees(angle + visible.rotation);
    draw(page, { ...visible.place(corner.x, corner.y), rotate, opacity });
  }
  await savePdf(pdf, output);
}

async function textStamp(pdf, { text, size = '48', color }) {
  const points = number('--size', size);
  const fill = colour(color);
  const font = await fontFor(pdf, `${text}0123456789`);
  return (page, pages) => {
    const shown = text.replaceAll('{page}', String(page)).replaceAll('{pages}', String(pages));
    const box = {
      width: font.widthOfTextAtSize(shown, points),
      height: font.heightAtSize(points, { descender: false }),
    };
    return { box, draw: (target, place) => target.drawText(shown, { ...place, font, size: points, color: fill }) };
  };
}

async function imageStamp(pdf, { image: path, size = '150' }) {
  const width = number('--size', size);
  const bytes = await readInput(path);
  try {
    // PNG keeps transparency, and is what pdf-lib takes whatever the picture was.
    const image = await pdf.embedPng(await sharp(bytes).rotate().png().toBuffer());
    const box = { width, height: (width * image.height) / image.width };
    return () => ({ box, draw: (target, place) => target.drawImage(image, { ...place, ...box }) });
  } catch (error) {
    throw new Problem(`${path}: ${error.message}`);
  }
}

function number(option, text) {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw wrongUsage(`${option} ${text}: is no number.`);
  return value;
}

function colour(hex) {
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex);
  if (match === null) throw wrongUsage(`--color ${hex}: write it like #cc0000.`);
  return rgb(...match.slice(1).map((part) => Number.parseInt(part, 16) / 255));
}
