import { writeFile } from 'node:fs/promises';
import { formatCsv } from '@cj-tech-master/excelts/csv';
import { cellText } from '../cell-text.mjs';
import { openWorkbook, sheetNamed } from '../open-workbook.mjs';

export const options = { sheet: { type: 'string' } };
export const operands = 2;

export async function run([input, output], { sheet: name }) {
  const sheet = sheetNamed(await openWorkbook(input), name);
  const rows = Array.from({ length: sheet.rowCount }, (_r, row) =>
    Array.from({ length: sheet.columnCount }, (_c, column) => cellText(sheet.getCell(row + 1, column + 1))),
  );
  await writeFile(output, `${formatCsv(rows)}\n`);
  console.log(JSON.stringify({ out: output, sheet: sheet.name, rows: rows.length }));
}
