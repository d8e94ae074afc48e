import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Workbook } from '@cj-tech-master/excelts';
import { installChartSupport } from '@cj-tech-master/excelts/chart';
import * as fc from 'fast-check';
import { strFromU8, unzipSync, zipSync, type Unzipped } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';
import { GERMAN_CSV, PEOPLE_CSV, sampleWorkbook } from './sample-workbook.ts';

let shell: SkillShell;
const sheet = (line: string) => shell.run(`node "$SKILL_DIR/scripts/sheet.mjs" ${line}`);
const partsOf = async (name: string): Promise<Unzipped> => unzipSync(await readFile(shell.path(name)));
const save = (name: string, content: string | Uint8Array) => writeFile(shell.path(name), content);

beforeAll(async () => {
  shell = await openSkillShell('spreadsheet');
  await save('sales.xlsx', await sampleWorkbook());
});
afterAll(() => shell[Symbol.asyncDispose]());

test('the overview tells what is in each sheet', async () => {
  expect(JSON.parse((await sheet('overview sales.xlsx')).stdout)).toMatchObject([
    {
      sheet: 'Data',
      rows: 5,
      columns: 4,
      formulas: 0,
      charts: 1,
      first: expect.arrayContaining(['Region | Day | Amount | Note']),
    },
    { sheet: 'Summary', rows: 3, columns: 2, formulas: 2 },
  ]);
});

test('cells are read as values, as formulas, and by range', async () => {
  const json = await sheet('read sales.xlsx --range A2:D3 --format json');
  expect(JSON.parse(json.stdout)).toEqual([
    ['North', '2026-01-01', 1200, null],
    ['South', '2026-02-01', 800.5, 'late'],
  ]);
  const formulas = await sheet('read sales.xlsx --sheet Summary --formulas --range B2');
  expect(formulas.stdout).toBe('=SUM(Data!C2:C5)');
});

test('an edit sets cells, calculates what depends on them, and changes nothing else in the file', async () => {
  await save(
    'edits.json',
    JSON.stringify([
      { sheet: 'Data', cell: 'C2', value: 1000 },
      { sheet: 'Data', cell: 'B9', value: { date: '2026-03-31' } },
      { sheet: 'Data', cell: 'A8', value: ' <Ost> & "West" ' },
      { sheet: 'Data', cell: 'D3', value: null },
      { sheet: 'Summary', cell: 'b4', value: { formula: '=B2-B3' } },
    ]),
  );

  const { stdout } = await sheet('edit sales.xlsx next.xlsx --edits edits.json');

  expect(JSON.parse(stdout)).toEqual({ out: 'next.xlsx', cells: 5, formulas: 3, errors: [] });
  const workbook = new Workbook();
  const before = await partsOf('sales.xlsx');
  const after = await partsOf('next.xlsx');
  for (const name of Object.keys(before).filter((name) => !/worksheets\/sheet\d/.test(name))) {
    expect(strFromU8(after[name] ?? new Uint8Array()), name).toBe(strFromU8(before[name] ?? new Uint8Array()));
  }
  installChartSupport();
  await workbook.xlsx.readFile(shell.path('next.xlsx'));
  const data = workbook.getWorksheet('Data');
  expect(data?.getCell('C2').value).toBe(1000);
  expect(data?.getCell('C2').font).toMatchObject({ bold: true });
  expect(data?.getCell('A8').value).toBe(' <Ost> & "West" ');
  expect(data?.getCell('D3').value).toBeNull();
  const results = ['B2', 'B3', 'B4'].map((address) => workbook.getWorksheet('Summary')?.getCell(address).result);
  expect(results).toEqual([2000, 1099.5, 900.5]);
  // 112 days after 2025-12-09, as Excel counts days.
  expect(strFromU8(after['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<c r="B9"><v>46112</v></c>');
});

test('new cells stand in the order that readers of the format rely on', async () => {
  await sheet(
    `edit sales.xlsx wide.xlsx --set 'Summary!D2=x' --set 'Summary!C2=y' --set 'Summary!A9=z' --set 'Summary!A7=w'`,
  );

  const xml = strFromU8((await partsOf('wide.xlsx'))['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
  const addresses = [...xml.matchAll(/<c r="([A-Z]+\d+)"/g)].map(([, address]) => address);
  expect(addresses).toEqual(['A1', 'B1', 'A2', 'B2', 'C2', 'D2', 'A3', 'B3', 'A7', 'A9']);
});

test('checking finds errors, missing and outdated results, and numbers stored as text', async () => {
  const workbook = new Workbook();
  const rows = workbook.addWorksheet('S');
  rows.addRow([1, { formula: 'A1/0' }]);
  rows.addRow(['2', { formula: 'A1+1', result: 5 }]);
  rows.addRow([3, { formula: 'A1+2' }]);
  rows.addRow([4, { formula: 'A1+3', result: 4 }]);
  await save('broken.xlsx', new Uint8Array(await workbook.xlsx.writeBuffer()));

  const { exitCode, stdout } = await sheet('check broken.xlsx');

  expect(exitCode).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'S!B1: =A1/0 gives #DIV/0!',
    'S!B2: =A1+1 is stored as 5, but gives 2',
    'S!B3: =A1+2 has no stored result; readers that do not calculate show nothing',
    'S!A2: the number 2 is stored as text (1 in this column)',
  ]);
  expect(JSON.parse((await sheet('calculate broken.xlsx mended.xlsx')).stdout)).toMatchObject({
    errors: ['S!B1 #DIV/0!'],
  });
  expect((await sheet('read mended.xlsx --range B2:B3')).stdout).toBe('2\n3');
});

test('the order in which Excel last calculated is dropped, since formulas may have gone', async () => {
  const parts = await partsOf('sales.xlsx');
  const edited = (name: string, from: string, to: string) =>
    new TextEncoder().encode(strFromU8(parts[name] ?? new Uint8Array()).replace(from, to));
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml';
  parts['xl/calcChain.xml'] = new TextEncoder().encode('<calcChain xmlns="x"><c r="B2" i="2"/></calcChain>');
  parts['[Content_Types].xml'] = edited(
    '[Content_Types].xml',
    '</Types>',
    `<Override PartName="/xl/calcChain.xml" ContentType="${type}"/></Types>`,
  );
  parts['xl/_rels/workbook.xml.rels'] = edited(
    'xl/_rels/workbook.xml.rels',
    '</Relationships>',
    `<Relationship Id="rIdChain" Type="${relation}" Target="calcChain.xml"/></Relationships>`,
  );
  await save('chained.xlsx', zipSync(parts));

  await sheet(`edit chained.xlsx free.xlsx --set 'Summary!B2=1'`);

  expect(Object.keys(await partsOf('free.xlsx'))).not.toContain('xl/calcChain.xml');
  expect(await sheet('check free.xlsx')).toMatchObject({ stdout: 'ok' });
});

test('csv columns become numbers, dates or booleans, and codes stay text', async () => {
  await save('people.csv', PEOPLE_CSV);
  await save('german.csv', GERMAN_CSV);

  const people = await sheet('from-csv people.csv people.xlsx');
  const german = await sheet('from-csv german.csv german.xlsx --decimal ,');

  expect(JSON.parse(people.stdout).columns).toEqual({ code: 'text', name: 'text', born: 'date' });
  expect(JSON.parse(german.stdout).columns).toEqual({ Artikel: 'text', Preis: 'number' });
  expect((await sheet('read people.xlsx')).stdout).toBe(PEOPLE_CSV.trimEnd());
  expect((await sheet('read german.xlsx --range B2:B3')).stdout).toBe('1234.5\n2.25');
});

type Column = { name: string; convert: (text: string) => number };
const { columnType } = (await import(resolve('skills/spreadsheet/scripts/column-types.mjs'))) as {
  columnType: (texts: string[], decimal?: string) => Column;
};

test('a column that is taken for numbers can be written back exactly as it was', () => {
  const cell = fc.oneof(
    fc.integer().map(String),
    fc.stringMatching(/^-?\d{1,18}(\.\d{1,3})?$/),
    fc.constantFrom('', '0', '007', 'n/a', '1e5', 'true', '2026-01-31', '-', ' '),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (texts) => {
      const type = columnType(texts);
      fc.pre(type.name === 'number');
      for (const text of texts.filter((text) => text !== '')) {
        const decimals = text.split('.')[1]?.length ?? 0;
        expect(type.convert(text).toFixed(decimals)).toBe(text.replace(/^-(?=[0.]+$)/, ''));
      }
    }),
  );
});

test.each([
  ['a missing file', 'read gone.xlsx', 1, 'gone.xlsx: no such file'],
  ['an unknown sheet', 'read sales.xlsx --sheet Nope', 1, 'There are: "Data", "Summary"'],
  ['an edit of an unknown sheet', `edit sales.xlsx o.xlsx --set 'Nope!A1=1'`, 1, 'has no sheet "Nope"'],
  ['an edit without an address', 'edit sales.xlsx o.xlsx --set A1=1', 2, `write it like 'Sheet!B2=5'`],
  ['a picture', 'read picture.png', 1, 'picture.png: is neither an xlsx nor a csv file'],
  ['a Word file', 'read word.docx', 1, 'word.docx: is no Excel file'],
  ['an old Excel file', 'overview old.xls', 1, '--convert-to xlsx'],
])('%s ends with one line that says what to do', async (_case, line, exitCode, message) => {
  await save('picture.png', Buffer.from('89504e470d0a1a0a00000000', 'hex'));
  await save('word.docx', zipSync({ 'word/document.xml': new TextEncoder().encode('<x/>') }));
  await save('old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'));

  const result = await sheet(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});
