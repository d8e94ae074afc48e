import { Problem } from '../cli.mjs';

/** Decodes text: a byte order mark decides, else UTF-8 where it is valid, else Windows-1252. */
export function decodeText(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), notes: [] };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), notes: [] };
  if (bytes.includes(0)) throw new Problem('is a binary file of an unknown format');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text, notes: ['not UTF-8: read as Windows-1252, check the accented letters'] };
  }
}

/** Text as it is: csv, markdown, json, plain. */
export async function readPlain(bytes) {
  const { text, notes } = decodeText(bytes);
  return { units: [{ label: '', text: text.replaceAll('\r\n', '\n').trimEnd() }], notes };
}
