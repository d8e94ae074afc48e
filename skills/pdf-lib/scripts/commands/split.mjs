import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { wrongUsage } from '../cli.mjs';
import { openPdf, savePdf } from '../pdf-file.mjs';

export const options = { every: { type: 'string', default: '1' } };
export const operands = [2];

export async function run([input, folder], { every }) {
  const size = Number(every);
  if (!Number.isInteger(size) || size < 1) throw wrongUsage(`--every ${every}: a number of pages.`);
  const pdf = await openPdf(input);
  const count = pdf.getPageCount();
  const digits = String(count).length;
  await mkdir(folder, { recursive: true });
  for (let first = 0; first < count; first += size) {
    const indexes = Array.from({ length: Math.min(size, count - first) }, (_, offset) => first + offset);
    const part = await PDFDocument.create();
    for (const page of await part.copyPages(pdf, indexes)) part.addPage(page);
    const number = String(first + 1).padStart(digits, '0');
    await savePdf(part, join(folder, `${basename(input, '.pdf')}-${number}.pdf`));
  }
}
