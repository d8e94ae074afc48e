import { readFile } from 'node:fs/promises';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of each page of a PDF, by a reader that made none of the PDFs of these tests. */
export async function pdfPages(path: string): Promise<string[]> {
  const data = new Uint8Array(await readFile(path));
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS });
  const pdf = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
  }
  await task.destroy();
  return pages;
}
