import { PDFDocument } from 'pdf-lib';
import { pageIndexes } from '../page-list.mjs';
import { openPdf, savePdf } from '../pdf-file.mjs';

export const operands = [2, Infinity];

export async function run([out, ...inputs]) {
  const merged = await PDFDocument.create();
  for (const input of inputs) {
    const [, path, list] = /^(.*?)(?::([\d,\s-]+))?$/s.exec(input);
    const pdf = await openPdf(path);
    const pages = await merged.copyPages(pdf, pageIndexes(list, pdf.getPageCount()));
    for (const page of pages) merged.addPage(page);
  }
  await savePdf(merged, out);
}
