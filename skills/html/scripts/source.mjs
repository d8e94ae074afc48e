// HTML source and what it refers to.
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Attributes by which a page loads something, with the elements that carry them. */
export const loading = [
  ['link[rel~=stylesheet]', 'href'],
  ['link[rel~=icon]', 'href'],
  ['script', 'src'],
  ['img', 'src'],
  ['source', 'src'],
  ['video', 'src'],
  ['video', 'poster'],
  ['audio', 'src'],
  ['iframe', 'src'],
  ['object', 'data'],
];

/** A page's text; names the file when there is none. */
export async function readPage(path) {
  if (!(await stat(path).catch(() => undefined))?.isFile()) {
    throw new Error(`${path}: no such file; "ls -R" shows what there is`);
  }
  return await readFile(path, 'utf8');
}

/** What a reference is: in the page itself, on the network, or a file beside the page. */
export function referenceOf(reference, page) {
  const text = reference.trim();
  if (text === '' || text.startsWith('#') || /^(data|blob|mailto|tel|javascript|about):/i.test(text)) {
    return { kind: 'inside' };
  }
  if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(text)) return { kind: 'network' };
  const path = decodeURIComponent(text.replace(/[?#].*$/s, ''));
  return { kind: 'file', path: resolve(dirname(page), path) };
}
