import { formatCsv } from '@cj-tech-master/excelts/csv';
import { wrongUsage } from './cli.mjs';

/** Rows as text: one object per line, or csv with the columns of all of them. */
export function printed(rows, format) {
  if (format === 'json')
    return rows.length === 0 ? '[]' : `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]`;
  if (format !== 'csv') throw wrongUsage(`--format ${format}: json or csv.`);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return formatCsv([names, ...rows.map((row) => names.map((name) => cell(row[name])))]);
}

function cell(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
