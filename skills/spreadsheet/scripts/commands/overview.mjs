import { cellText } from '../cell-text.mjs';
import { openWorkbook } from '../open-workbook.mjs';

export const operands = 1;

/** Rows that show what a sheet is about. */
const SHOWN_ROWS = 4;

export async function run([path]) {
  const workbook = await openWorkbook(path);
  console.log(JSON.stringify(workbook.worksheets.map(describe), null, 1));
}

function describe(sheet) {
  let formulas = 0;
  const errors = [];
  const first = [];
  sheet.eachRow((row, number) => {
    row.eachCell((cell) => {
      if (cell.formula !== undefined) formulas += 1;
      const value = cell.formula === undefined ? cell.value : cell.result;
      if (value?.error !== undefined) errors.push(`${cell.address} ${value.error}`);
    });
    if (number <= SHOWN_ROWS) first.push(textsOf(row));
  });
  return {
    sheet: sheet.name,
    ...(sheet.state === 'visible' ? {} : { state: sheet.state }),
    rows: sheet.rowCount,
    columns: sheet.columnCount,
    formulas,
    charts: sheet.getCharts().length,
    ...(errors.length === 0 ? {} : { errors: errors.slice(0, 20) }),
    first,
  };
}

function textsOf(row) {
  const texts = [];
  row.eachCell({ includeEmpty: true }, (cell) => texts.push(cellText(cell)));
  return texts.join(' | ');
}
