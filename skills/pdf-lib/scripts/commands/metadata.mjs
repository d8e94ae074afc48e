import { wrongUsage } from '../cli.mjs';
import { openPdf, savePdf } from '../pdf-file.mjs';

export const options = {
  title: { type: 'string' },
  author: { type: 'string' },
  subject: { type: 'string' },
  keywords: { type: 'string' },
};
export const operands = [2];

export async function run([input, output], { title, author, subject, keywords }) {
  if ([title, author, subject, keywords].every((value) => value === undefined)) {
    throw wrongUsage('metadata: give --title, --author, --subject or --keywords.');
  }
  const pdf = await openPdf(input);
  if (title !== undefined) pdf.setTitle(title, { showInWindowTitleBar: true });
  if (author !== undefined) pdf.setAuthor(author);
  if (subject !== undefined) pdf.setSubject(subject);
  if (keywords !== undefined) pdf.setKeywords(keywords.split(',').map((word) => word.trim()));
  pdf.setModificationDate(new Date());
  await savePdf(pdf, output);
}
