import { degrees } from 'pdf-lib';
import { wrongUsage } from '../cli.mjs';
import { pageIndexes } from '../page-list.mjs';
import { openPdf, savePdf } from '../pdf-file.mjs';

export const options = { by: { type: 'string' }, pages: { type: 'string' } };
export const operands = [2];

export async function run([input, output], { by, pages }) {
  if (!['90', '180', '270'].includes(by)) throw wrongUsage('--by is 90, 180 or 270.');
  const pdf = await openPdf(input);
  for (const index of pageIndexes(pages, pdf.getPageCount())) {
    const page = pdf.getPage(index);
    page.setRotation(degrees((page.getRotation().angle + Number(by)) % 360));
  }
  await savePdf(pdf, output);
}
