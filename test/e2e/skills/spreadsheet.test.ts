import { readFile } from 'node:fs/promises';
import { load } from 'cheerio';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sampleWorkbook } from '../../skills/spreadsheet/sample-workbook.ts';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';

const sheet = (line: string) => bash(`node "$SKILL_DIR/scripts/sheet.mjs" ${line}`);

/** The stored values of one sheet by address, straight from the file. */
async function storedCells(path: string, part: string): Promise<Record<string, string>> {
  const parts = unzipSync(await readFile(path));
  const xml = (name: string) => load(strFromU8(parts[name] ?? new Uint8Array()), { xml: true });
  const strings = xml('xl/sharedStrings.xml');
  const shared = strings('si')
    .toArray()
    .map((item) => strings(item).text());
  const $ = xml(part);
  const cells = $('c')
    .toArray()
    .map((cell) => {
      const value = $(cell).children('v, is').text();
      return [$(cell).attr('r') ?? '', $(cell).attr('t') === 's' ? (shared[Number(value)] ?? '') : value] as const;
    });
  return Object.fromEntries(cells);
}

test('a workbook gets a corrected amount, and its sums and chart stay right', async () => {
  const run = await runScripted({
    skill: 'spreadsheet',
    prompt: 'North had 1000 in January. Mend the file.',
    inputs: [{ kind: 'document', name: 'sales.xlsx', bytes: await sampleWorkbook() }],
    turns: [
      [sheet('overview inputs/sales.xlsx'), sheet('read inputs/sales.xlsx --sheet Data')],
      [
        sheet(
          `edit inputs/sales.xlsx sales.xlsx --set 'Data!C2=1000' --set 'Data!D2=corrected' --set 'Summary!B4==B2-B3'`,
        ),
      ],
      [sheet('check sales.xlsx'), sheet('read sales.xlsx --sheet Summary')],
      [setOutput('document', 'sales.xlsx')],
      say('Total is 2000 now.'),
    ],
  });

  expect(run.toolResults[3]).toMatchObject({ stdout: 'ok\n' });
  expect(run.result.outputs.document).toMatchObject({
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
  const path = await run.output('document');
  expect(await storedCells(path, 'xl/worksheets/sheet1.xml')).toMatchObject({
    A2: 'North',
    C2: '1000',
    D2: 'corrected',
  });
  expect(await storedCells(path, 'xl/worksheets/sheet2.xml')).toMatchObject({ B2: '2000', B3: '1099.5', B4: '900.5' });
  expect(Object.keys(unzipSync(await readFile(path)))).toContain('xl/charts/chart1.xml');
});

test('a CSV file becomes a workbook with formulas that have their results', async () => {
  const csv = new TextEncoder().encode('code;amount\n007;1.234,50\n010;2,25\n');
  const sum = `
import { Workbook } from '@cj-tech-master/excelts';
import { calculateFormulas } from '@cj-tech-master/excelts/formula';
const workbook = new Workbook();
await workbook.xlsx.readFile('data.xlsx');
workbook.addWorksheet('Sum').addRow(['Total', { formula: 'SUM(Data!B2:B3)' }]);
calculateFormulas(workbook);
await workbook.xlsx.writeFile('sum.xlsx');`;

  const run = await runScripted({
    skill: 'spreadsheet',
    prompt: 'Add this up in Excel.',
    inputs: [{ kind: 'document', name: 'data.csv', bytes: csv }],
    turns: [
      [sheet('from-csv inputs/data.csv data.xlsx --decimal ,')],
      [bash(`cat > sum.mjs <<'EOF'${sum}\nEOF\nnode sum.mjs`), sheet('check sum.xlsx')],
      [setOutput('document', 'sum.xlsx')],
      say('1236.75'),
    ],
  });

  expect(JSON.parse(String(run.toolResults[0]?.['stdout'])).columns).toEqual({ code: 'text', amount: 'number' });
  const path = await run.output('document');
  expect(await storedCells(path, 'xl/worksheets/sheet1.xml')).toMatchObject({ A2: '007', B2: '1234.5' });
  expect(await storedCells(path, 'xl/worksheets/sheet2.xml')).toMatchObject({ B1: '1236.75' });
});

test('the model learns which sheets there are and that a file is no workbook', async () => {
  const run = await runScripted({
    skill: 'spreadsheet',
    prompt: 'Read the sheet Costs.',
    inputs: [
      { kind: 'document', name: 'sales.xlsx', bytes: await sampleWorkbook() },
      { kind: 'document', name: 'old.xls', bytes: Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex') },
    ],
    turns: [
      [sheet('read inputs/sales.xlsx --sheet Costs'), sheet('overview inputs/old.xls')],
      say('There is no sheet Costs.'),
    ],
  });

  const [unknown, old] = run.toolResults;
  expect(unknown).toMatchObject({ success: false, stderr: expect.stringContaining('There are: "Data", "Summary"') });
  expect(old).toMatchObject({ success: false, stderr: expect.stringContaining('--convert-to xlsx') });
});
