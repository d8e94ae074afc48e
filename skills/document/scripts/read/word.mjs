import mammoth from 'mammoth';
import { htmlToMarkdown } from './markdown.mjs';

/** A Word document as Markdown. Insertions count, deletions do not; comments and page headers are not part of it. */
export async function readWord(bytes) {
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  );
  return { units: [{ label: '', text: htmlToMarkdown(html) }], notes: [] };
}
