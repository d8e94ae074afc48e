import { writeFile } from 'node:fs/promises';
import { Workbook } from '@cj-tech-master/excelts';
import { wrongUsage } from '../cli.mjs';
import { columnType } from '../column-types.mjs';
import { readRows } from '../csv.mjs';

export const options = {
  sheet: { type: 'string', default: 'Data' },
  delimiter: { type: 'string' },
  decimal: { type: 'string', default: '.' },
};
export const operands = 2;

const MAX_WIDTH = 60;

/** The first row is the head: bold, frozen, with a filter. */
export async function run([input, output], { sheet: name, delimiter, decimal }) {
  if (!['.', ','].includes(decimal)) throw wrongUsage(`--decimal ${decimal}: "." or ",".`);
  const [head, ...rows] = await readRows(input, delimiter);
  const workbook = new Workbook();
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  const types = head.map((_, column) =>
    columnType(
      rows.map((row) => row[column] ?? ''),
      decimal,
    ),
  );
  sheet.addRow(head).font = { name: 'Calibri', size: 11, bold: true };
  for (const row of rows)
    sheet.addRow(row.map((text, column) => (text === '' ? null : (types[column]?.convert(text) ?? text))));
  for (const [index, type] of types.entries()) {
    const column = sheet.getColumn(index + 1);
    const longest = Math.max(...[head, ...rows].map((row) => (row[index] ?? '').length));
    column.width = Math.min(longest + 3, MAX_WIDTH);
    if (type.format !== undefined) column.numFmt = type.format;
  }
  sheet.autoFilter = { from: 'A1', to: sheet.getCell(1, head.length).address };
  await writeFile(output, await workbook.xlsx.writeBuffer());
  const columns = Object.fromEntries(head.map((title, index) => [title, types[index].name]));
  console.log(JSON.stringify({ out: output, rows: rows.length, columns }));
}
