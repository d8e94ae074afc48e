import { decodeRange } from '@cj-tech-master/excelts';
import { formatCsv } from '@cj-tech-master/excelts/csv';
import { cellText, cellValue } from '../cell-text.mjs';
import { Problem, wrongUsage } from '../cli.mjs';
import { openWorkbook, sheetNamed } from '../open-workbook.mjs';

export const options = {
  sheet: { type: 'string' },
  range: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  formulas: { type: 'boolean', default: false },
};
export const operands = 1;

export async function run([path], { sheet: name, range, format, formulas }) {
  const print = { csv: formatCsv, json: jsonOf, markdown: markdownOf }[format];
  if (print === undefined) throw wrongUsage(`--format ${format}: csv, json or markdown.`);
  const sheet = sheetNamed(await openWorkbook(path), name);
  const { first, last } = range === undefined ? wholeOf(sheet) : cornersOf(range);
  if (last.row < first.row) throw new Problem(`${path}: sheet "${sheet.name}" is empty`);
  const asValue = format === 'json' ? cellValue : cellText;
  const rows = Array.from({ length: last.row - first.row + 1 }, (_r, row) =>
    Array.from({ length: last.column - first.column + 1 }, (_c, column) =>
      asValue(sheet.getCell(first.row + row, first.column + column), { formulas }),
    ),
  );
  console.log(print(rows));
}

function wholeOf(sheet) {
  return { first: { row: 1, column: 1 }, last: { row: sheet.rowCount, column: Math.max(1, sheet.columnCount) } };
}

function cornersOf(range) {
  if (!/^[A-Z]{1,3}\d+(:[A-Z]{1,3}\d+)?$/i.test(range)) throw wrongUsage(`--range ${range}: write it like A1:D20.`);
  const { s, e } = decodeRange(range.toUpperCase());
  return { first: { row: s.r + 1, column: s.c + 1 }, last: { row: e.r + 1, column: e.c + 1 } };
}

function jsonOf(rows) {
  return `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]`;
}

function markdownOf(rows) {
  const lines = rows.map(
    (row) => `| ${row.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
  );
  return [lines[0], `|${' --- |'.repeat(rows[0].length)}`, ...lines.slice(1)].join('\n');
}
