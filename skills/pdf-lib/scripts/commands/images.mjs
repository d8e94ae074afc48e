import { PageSizes, PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { Problem, readInput, wrongUsage } from '../cli.mjs';
import { savePdf } from '../pdf-file.mjs';

export const options = { page: { type: 'string', default: 'A4' } };
export const operands = [2, Infinity];

const SIZES = { A4: PageSizes.A4, LETTER: PageSizes.Letter };
/** Points around a picture on a page of fixed size. */
const MARGIN = 36;

export async function run([out, ...pictures], { page }) {
  const size = SIZES[page.toUpperCase()];
  if (size === undefined && page !== 'fit') throw wrongUsage(`--page ${page}: A4, LETTER or fit.`);
  const pdf = await PDFDocument.create();
  for (const path of pictures) {
    const image = await embed(pdf, path);
    if (size === undefined) {
      pdf.addPage([image.width, image.height]).drawImage(image);
      continue;
    }
    // A wide picture gets a page on its side.
    const [width, height] = image.width > image.height ? size.toReversed() : size;
    const fitted = image.scaleToFit(width - 2 * MARGIN, height - 2 * MARGIN);
    const place = { x: (width - fitted.width) / 2, y: (height - fitted.height) / 2 };
    pdf.addPage([width, height]).drawImage(image, { ...place, ...fitted });
  }
  await savePdf(pdf, out);
}

async function embed(pdf, path) {
  const bytes = await readInput(path);
  try {
    const { format } = await sharp(bytes).metadata();
    const upright = sharp(bytes).rotate();
    if (format === 'jpeg') return await pdf.embedJpg(await upright.jpeg({ quality: 90 }).toBuffer());
    return await pdf.embedPng(await upright.png().toBuffer());
  } catch (error) {
    throw new Problem(`${path}: ${error.message}`);
  }
}
