import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { Problem } from '../cli.mjs';

const readable = { pdf: 'pdf', docx: 'docx', pptx: 'pptx', xlsx: 'xlsx', xml: 'text' };

/** What to say about formats that people meet and this skill does not read by itself. */
const advice = {
  cfb: 'is an old Office file (doc, xls, ppt) or a password-protected one. An old one becomes readable with: HOME=/tmp soffice --headless --convert-to docx FILE (needs LibreOffice)',
  odt: 'is an OpenDocument text. Convert it first: HOME=/tmp soffice --headless --convert-to docx FILE (needs LibreOffice)',
  ods: 'is an OpenDocument spreadsheet. Convert it first: HOME=/tmp soffice --headless --convert-to xlsx FILE (needs LibreOffice)',
  odp: 'is an OpenDocument presentation. Convert it first: HOME=/tmp soffice --headless --convert-to pptx FILE (needs LibreOffice)',
  rtf: 'is an RTF document. Convert it first: HOME=/tmp soffice --headless --convert-to docx FILE (needs LibreOffice)',
  zip: 'is a zip archive, or a damaged Office file. Look into it: unzip -l FILE',
};

/** The format of a file, told from its content; the name decides only between kinds of text. */
export async function detectFormat(file, bytes) {
  if (bytes.length === 0) throw new Problem(`${file}: is empty`);
  // A byte order mark says text; the two bytes of UTF-16's would be taken for audio.
  const marked = [0xfeff, 0xfffe].includes((bytes[0] << 8) | bytes[1]);
  const found = marked ? undefined : await fileTypeFromBuffer(bytes);
  if (found !== undefined) {
    const format = readable[found.ext];
    if (format !== undefined) return format;
    const reason = advice[found.ext] ?? `is ${found.mime}, which has no text to extract`;
    throw new Problem(`${file}: ${reason}`);
  }
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart().toLowerCase();
  const byName = ['.html', '.htm', '.xhtml'].includes(extname(file).toLowerCase());
  return byName || head.startsWith('<!doctype html') || head.startsWith('<html') ? 'html' : 'text';
}
