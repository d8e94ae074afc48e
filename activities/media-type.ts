import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';

/** How much of a file's start tells its type: `file-type` asks for 4,100 bytes at least, office files are told later. */
export const SNIFFED_BYTES = 64 * 1024;

/** Declarations and comments before the first element of a page or a drawing. */
const PROLOGUE_BYTES = 4096;

/** Text has no signature of its own: its name tells, once it is known to be text. */
const textTypes: Record<string, string> = {
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.svg': 'image/svg+xml',
  '.tsv': 'text/tab-separated-values',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/** The media type of a file by its content, with its name to tell kinds of text apart. */
export async function sniffMediaType(head: Uint8Array, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  if (found !== undefined && found.mime !== 'application/xml') return found.mime;
  if (!isText(head)) return 'application/octet-stream';
  const root = rootElement(new TextDecoder().decode(head.subarray(0, PROLOGUE_BYTES)).toLowerCase());
  if (root === 'html') return 'text/html';
  if (root === 'svg') return 'image/svg+xml';
  const named = textTypes[extname(name).toLowerCase()];
  return named === undefined || named === 'image/svg+xml' ? 'text/plain' : named;
}

/** What the doctype or else the first tag of markup names. */
function rootElement(text: string): string | undefined {
  const start = text.trimStart();
  const [, doctype, tag] = /^<(?:!doctype\s+([a-z]+)|([a-z]+)(?=[\s/>]))/.exec(start) ?? [];
  if (doctype !== undefined || tag !== undefined) return doctype ?? tag;
  const end = start.startsWith('<!--') ? '-->' : '>';
  const at = /^<[!?]/.test(start) ? start.indexOf(end) : -1;
  return at === -1 ? undefined : rootElement(start.slice(at + end.length));
}

/** Valid UTF-8 without control characters that no text has; a character cut at the end is no fault. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
