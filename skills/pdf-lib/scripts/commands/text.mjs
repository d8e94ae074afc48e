import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { Problem, readInput } from '../cli.mjs';
import { pageIndexes } from '../page-list.mjs';

export const options = { pages: { type: 'string' } };
export const operands = [1];

export async function run([path], { pages }) {
  const task = getDocument({ data: await readInput(path), verbosity: VerbosityLevel.ERRORS });
  const pdf = await task.promise.catch((error) => {
    const advice =
      error.name === 'PasswordException' ? `Make an open copy: qpdf --password=… --decrypt ${path} open.pdf` : '';
    throw new Problem(`${path}: ${error.message}. ${advice}`.trim());
  });
  for (const index of pageIndexes(pages, pdf.numPages)) {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent();
    // A glyph that stands for no character comes as NUL.
    const text = items
      .map((item) => `${item.str}${item.hasEOL ? '\n' : ''}`)
      .join('')
      .replaceAll('\0', '\uFFFD');
    console.log(`--- page ${index + 1} ---\n${text.trimEnd() || '(no text: blank, or a picture of a page)'}`);
  }
  await task.destroy();
}
