import { formatCsv } from '@cj-tech-master/excelts/csv';

/** A value of SQLite as JSON has it: whole numbers beyond what JSON's readers hold become text, bytes become hex. */
export function plainValue(value) {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return value;
}

/** Prints rows (lists of plain values) in a format, under the names of their columns. */
export const formats = {
  csv: (names, rows) => formatCsv([names, ...rows.map((row) => row.map(textOf))]),
  markdown: (names, rows) => [names, names.map(() => '---'), ...rows].map(pipeLine).join('\n'),
  json: (names, rows) => {
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index]]))));
    return `[\n${lines.map((line) => `  ${line}`).join(',\n')}\n]`;
  },
};

function pipeLine(row) {
  const cells = row.map((value) => textOf(value).replaceAll('|', '\\|').replaceAll('\n', ' '));
  return `| ${cells.join(' | ')} |`;
}

function textOf(value) {
  return value === null ? '' : String(value);
}
