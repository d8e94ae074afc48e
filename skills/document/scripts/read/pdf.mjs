import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { Problem } from '../cli.mjs';

/** A PDF: one unit per page. */
export async function readPdf(bytes, { file, layout }) {
  const pages = layout ? await pagesByPdftotext(file) : await pagesByPdfjs(bytes);
  // A glyph that stands for no character comes as NUL.
  const units = pages.map((text, index) => ({
    label: `page ${index + 1}`,
    text: text.replaceAll('\0', '\uFFFD').trimEnd(),
  }));
  const blank = units.filter(({ text }) => text.trim() === '').length;
  const notes = blank === 0 ? [] : [`${blank} of ${units.length} page(s) have no text: blank, or scanned (see OCR)`];
  return { units, notes };
}

async function pagesByPdfjs(bytes) {
  const task = getDocument({ data: bytes, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });
  // Without a password to offer, an encrypted file must fail and not wait.
  task.onPassword = () => task.destroy();
  const pdf = await task.promise.catch((error) => {
    if (task.destroyed) throw new Problem('is protected by a password. With it: qpdf --password=… --decrypt IN OUT');
    throw error;
  });
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => `${item.str}${item.hasEOL ? '\n' : ''}`).join(''));
  }
  await task.destroy();
  return pages;
}

async function pagesByPdftotext(file) {
  try {
    const options = { maxBuffer: 256 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(
      'pdftotext',
      ['-layout', '-enc', 'UTF-8', resolve(file), '-'],
      options,
    );
    return stdout.split('\f').slice(0, -1);
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new Problem('--layout needs pdftotext, which this host lacks. Leave --layout out.');
    throw new Problem(`pdftotext: ${error.stderr?.trim().split('\n').at(-1)}`);
  }
}
