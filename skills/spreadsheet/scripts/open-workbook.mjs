import { Workbook } from '@cj-tech-master/excelts';
import { installChartSupport } from '@cj-tech-master/excelts/chart';
import { Problem } from './cli.mjs';
import { looksLikeText, readRows } from './csv.mjs';
import { KIND } from './kind.mjs';
import { openPackage } from './package-file.mjs';

/** A workbook to read, from an xlsx file or from csv, whose cells are all text. */
export async function openWorkbook(path) {
  if (await looksLikeText(path)) {
    const workbook = new Workbook();
    workbook.addWorksheet('csv').addRows(await readRows(path));
    return workbook;
  }
  return loadWorkbook(path, await openPackage(path, KIND));
}

export async function loadWorkbook(path, file) {
  // Without it a workbook that has a chart is refused.
  installChartSupport();
  const workbook = new Workbook();
  try {
    await workbook.xlsx.load(file.toBytes());
  } catch (error) {
    throw new Problem(`${path}: cannot be read as a workbook: ${error.message}`);
  }
  return workbook;
}

export function sheetNamed(workbook, name) {
  const sheet = name === undefined ? workbook.worksheets[0] : workbook.worksheets.find((one) => one.name === name);
  if (sheet === undefined) {
    const names = workbook.worksheets.map((one) => JSON.stringify(one.name)).join(', ');
    throw new Problem(`there is no sheet ${JSON.stringify(name)}. There are: ${names}`);
  }
  return sheet;
}
