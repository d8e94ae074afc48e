import { Problem, readInput, wrongUsage } from '../cli.mjs';
import { KIND } from '../kind.mjs';
import { openPackage } from '../package-file.mjs';
import { recalculate } from '../recalculate.mjs';
import { cellAt, setCell, sheetParts } from '../sheet-xml.mjs';

export const options = { edits: { type: 'string' }, set: { type: 'string', multiple: true, default: [] } };
export const operands = 2;

export async function run([input, output], values) {
  const edits = [...(values.edits === undefined ? [] : await readEdits(values.edits)), ...values.set.map(parseSet)];
  if (edits.length === 0) throw wrongUsage('edit: give --edits or --set.');
  for (const edit of edits) checkEdit(edit);
  const file = await openPackage(input, KIND);
  const sheets = sheetParts(file);
  for (const [name, ofSheet] of Map.groupBy(edits, ({ sheet }) => sheet)) {
    const part = sheets.find((sheet) => sheet.name === name)?.path;
    if (part === undefined) {
      throw new Problem(
        `${input}: has no sheet ${JSON.stringify(name)}. There are: ${sheets.map((sheet) => sheet.name).join(', ')}`,
      );
    }
    const document = file.xml(part);
    for (const { cell, value } of ofSheet) setCell(cellAt(document, cell.toUpperCase()), value);
    file.setXml(part, document);
  }
  const report = await recalculate(input, file);
  await file.save(output);
  console.log(JSON.stringify({ out: output, cells: edits.length, ...report }));
}

async function readEdits(path) {
  try {
    const edits = JSON.parse(Buffer.from(await readInput(path)).toString('utf8'));
    if (!Array.isArray(edits)) throw new TypeError('is not a list');
    return edits;
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`${path}: ${error.message}`);
  }
}

/** `Sheet!B2=5`: a number, TRUE, FALSE, a formula that starts with `=`, else text; nothing after `=` empties the cell. */
function parseSet(text) {
  const match = /^(.+)!([A-Za-z]{1,3}\d+)=(.*)$/s.exec(text);
  if (match === null) throw wrongUsage(`--set ${text}: write it like 'Sheet!B2=5'.`);
  const [, sheet, cell, value] = match;
  return { sheet: sheet.replace(/^'(.*)'$/, '$1'), cell, value: valueOf(value) };
}

function valueOf(text) {
  if (text === '') return null;
  if (text.startsWith('=')) return { formula: text.slice(1) };
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return Number(text);
  return /^(TRUE|FALSE)$/.test(text) ? text === 'TRUE' : text;
}

function checkEdit(edit) {
  const { sheet, cell, value } = edit ?? {};
  const isValue =
    value === null ||
    ['number', 'string', 'boolean'].includes(typeof value) ||
    typeof value?.formula === 'string' ||
    /^\d{4}-\d\d-\d\d$/.test(value?.date ?? '');
  if (typeof sheet !== 'string' || !/^[A-Z]{1,3}[1-9]\d*$/i.test(cell ?? '') || !isValue) {
    throw wrongUsage(`An edit is {"sheet": "Data", "cell": "B2", "value": …}, not ${JSON.stringify(edit)}.`);
  }
}
