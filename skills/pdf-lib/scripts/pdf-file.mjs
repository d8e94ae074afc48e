import { writeFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import { Problem, readInput } from './cli.mjs';

/** A PDF to change; its dates and producer stay as they are. */
export async function openPdf(path) {
  const pdf = await parse(path, await readInput(path));
  if (pdf.isEncrypted) {
    throw new Problem(`${path}: is encrypted. Make an open copy first: qpdf --password=… --decrypt ${path} open.pdf`);
  }
  return pdf;
}

async function parse(path, bytes) {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  } catch (error) {
    throw new Problem(`${path}: is not a PDF that can be read (${error.message.split('\n')[0].slice(0, 120)})`);
  }
}

export async function savePdf(pdf, path) {
  const bytes = await pdf.save();
  await writeFile(path, bytes);
  console.log(JSON.stringify({ out: path, pages: pdf.getPageCount(), bytes: bytes.length }));
}
