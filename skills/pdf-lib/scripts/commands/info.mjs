import { openPdf } from '../pdf-file.mjs';
import { visiblePage } from '../visible-page.mjs';

export const operands = [1];

export async function run([path]) {
  const pdf = await openPdf(path);
  const pages = pdf.getPages().map((page) => {
    const { width, height, rotation } = visiblePage(page);
    return `${Math.round(width)}x${Math.round(height)}${rotation === 0 ? '' : ` rotated ${rotation}`}`;
  });
  console.log(
    JSON.stringify(
      {
        pages: pages.length,
        // Points as seen, 72 to the inch; A4 is 595x842, Letter 612x792.
        sizes: runLengths(pages),
        title: pdf.getTitle(),
        author: pdf.getAuthor(),
        subject: pdf.getSubject(),
        keywords: pdf.getKeywords(),
        producer: pdf.getProducer(),
        created: pdf.getCreationDate(),
        modified: pdf.getModificationDate(),
        formFields: pdf.getForm().getFields().length,
      },
      null,
      2,
    ),
  );
}

/** `["a", "a", "b"]` as `["1-2: a", "3: b"]`. */
function runLengths(values) {
  const starts = values.map((_, index) => index).filter((index) => values[index] !== values[index - 1]);
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? values.length;
    return `${start + 1}${end === start + 1 ? '' : `-${end}`}: ${values[start]}`;
  });
}
