import { Workbook } from '@cj-tech-master/excelts';
import { installChartSupport } from '@cj-tech-master/excelts/chart';

const day = (month: number) => new Date(Date.UTC(2026, month, 1));

/** Sheet Data (region, day, amount, note) with a chart, and sheet Summary that adds it up. */
export async function sampleWorkbook(): Promise<Uint8Array> {
  installChartSupport();
  const workbook = new Workbook();
  const data = workbook.addWorksheet('Data');
  data.addRow(['Region', 'Day', 'Amount', 'Note']);
  data.addRows([
    ['North', day(0), 1200, ''],
    ['South', day(1), 800.5, 'late'],
    ['North', day(2), 99.5, ''],
    ['West', day(2), 100, ''],
  ]);
  data.getColumn(2).numFmt = 'yyyy-mm-dd';
  data.getCell('C2').font = { name: 'Calibri', size: 11, bold: true };
  data.addChart({ type: 'bar', series: [{ categories: 'Data!$A$2:$A$5', values: 'Data!$C$2:$C$5' }] }, 'F2:K12');
  const summary = workbook.addWorksheet('Summary');
  summary.addRow(['What', 'Value']);
  summary.addRow(['Total', { formula: 'SUM(Data!C2:C5)', result: 2200 }]);
  summary.addRow(['North', { formula: 'SUMIF(Data!A2:A5,"North",Data!C2:C5)', result: 1299.5 }]);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

export const PEOPLE_CSV = 'code,name,born\n007,"Bond, James",1920-11-11\n010,Ada,1815-12-10\n';
export const GERMAN_CSV = 'Artikel;Preis\nKabel;"1.234,50"\nStecker;2,25\n';
