import { detectDelimiter, parseCsv } from '@cj-tech-master/excelts/csv';
import { Problem, readInput } from './cli.mjs';

const ZIP = 0x504b0304;
const OLD_OFFICE = 0xd0cf11e0;

/** True for anything that is neither a zip nor an old Office file. */
export async function looksLikeText(path) {
  const bytes = await readInput(path);
  const magic = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return magic !== ZIP && magic !== OLD_OFFICE;
}

/** The rows of a csv file. All cells are text: nothing is guessed, a code like 007 stays what it is. */
export async function readRows(path, delimiter) {
  const text = decode(path, await readInput(path)).replaceAll('\r\n', '\n');
  if (text.trim() === '') throw new Problem(`${path}: is empty`);
  try {
    return parseCsv(text.trimEnd(), { delimiter: delimiter ?? detectDelimiter(text) });
  } catch (error) {
    throw new Problem(`${path}: ${error.message}`);
  }
}

/** A byte order mark decides, else UTF-8 where it is valid, else Windows-1252. */
function decode(path, bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) throw new Problem(`${path}: is neither an xlsx nor a csv file`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
