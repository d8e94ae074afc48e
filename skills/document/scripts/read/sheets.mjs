import { Workbook } from '@cj-tech-master/excelts';
import { installChartSupport } from '@cj-tech-master/excelts/chart';

/** A workbook: one unit per sheet, its rows as CSV. Formulas give the values that were stored with them. */
export async function readSheets(bytes) {
  // Without it a workbook that has a chart is refused.
  installChartSupport();
  const workbook = new Workbook();
  await workbook.xlsx.load(bytes);
  const notes = [];
  const units = workbook.worksheets.map((sheet) => {
    const { text, unknown } = sheetToCsv(sheet);
    if (unknown > 0)
      notes.push(`sheet "${sheet.name}": ${unknown} formula(s) without a stored value are shown as =FORMULA`);
    const hidden = sheet.state === 'visible' ? '' : ', hidden';
    return { label: `sheet ${sheet.name}${hidden}`, text };
  });
  return { units, notes };
}

function sheetToCsv(sheet) {
  let unknown = 0;
  const rows = [];
  sheet.eachRow({ includeEmpty: true }, (row) => {
    const cells = [];
    row.eachCell({ includeEmpty: true }, (cell) => {
      // A merged cell repeats its master's value; only the master shows it.
      const covered = cell.isMerged && cell.master.address !== cell.address;
      const formulaOnly = cell.formula !== undefined && cell.result === undefined;
      if (formulaOnly) unknown += 1;
      cells.push(covered ? '' : formulaOnly ? `=${cell.formula}` : valueText(cell));
    });
    rows.push(cells.map(csvField).join(',').replace(/,+$/, ''));
  });
  return { text: rows.join('\n').trimEnd(), unknown };
}

function valueText(cell) {
  const value = cell.formula === undefined ? cell.value : cell.result;
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  if (value?.error !== undefined) return value.error;
  return cell.text;
}

function csvField(text) {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
