import { writeFile } from 'node:fs/promises';
import { Workbook } from '@cj-tech-master/excelts';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPresentation } from '../presentation.ts';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

type Extracted = { units: { label: string; text: string }[] }[];

let shell: SkillShell;
const extract = (line: string) => shell.run(`node "$SKILL_DIR/scripts/extract.mjs" ${line}`);
const unitsOf = async (line: string) => (JSON.parse((await extract(`--json ${line}`)).stdout) as Extracted)[0]?.units;
const save = (name: string, content: string | Uint8Array) => writeFile(shell.path(name), content);

beforeAll(async () => {
  shell = await openSkillShell('document');
});
afterAll(() => shell[Symbol.asyncDispose]());

async function savePdf(name: string, ...pages: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const text of pages) pdf.addPage().drawText(text, { x: 50, y: 700 });
  const bytes = await pdf.save();
  await save(name, bytes);
  return bytes;
}

function tableRow(...cells: string[]): TableRow {
  return new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
}

test('a Word document becomes Markdown with headings, marks and tables, and pipes in cells are escaped', async () => {
  const title = new Paragraph({ text: 'Lease', heading: HeadingLevel.HEADING_1 });
  const rent = new Paragraph({ children: [new TextRun('Rent is '), new TextRun({ text: 'due', bold: true })] });
  const table = new Table({ rows: [tableRow('A|B', 'C'), tableRow('1', '2')] });
  await save('lease.docx', await Packer.toBuffer(new Document({ sections: [{ children: [title, rent, table] }] })));

  const { stdout } = await extract('lease.docx');

  expect(stdout).toBe('# Lease\n\nRent is **due**\n\n| A\\|B | C |\n| --- | --- |\n| 1 | 2 |');
});

test('slides come in the order of the show, with table rows as lines and speaker notes', async () => {
  const deck = newPresentation();
  const first = deck.addSlide();
  first.addText('Results', { x: 1, y: 1, w: 5, h: 1 });
  first.addTable([[{ text: 'Item' }, { text: 'Qty' }]], { x: 1, y: 2 });
  first.addNotes('Greet the room');
  deck.addSlide().addText('Outlook', { x: 1, y: 1, w: 5, h: 1 });
  await deck.writeFile({ fileName: shell.path('deck.pptx') });

  expect(await unitsOf('deck.pptx')).toEqual([
    { label: 'slide 1', text: 'Results\nItem | Qty\n\nNotes: Greet the room' },
    { label: 'slide 2', text: 'Outlook' },
  ]);
});

test('a sheet becomes CSV with ISO dates, stored results of formulas and a note about those without one', async () => {
  const workbook = new Workbook();
  const sheet = workbook.addWorksheet('Sales');
  sheet.addRow(['when', 'a, b', 'sum', 'open']);
  sheet.addRow([new Date(Date.UTC(2026, 0, 15)), 2, { formula: 'B2*2', result: 4 }, { formula: 'B2*3' }]);
  await workbook.xlsx.writeFile(shell.path('sales.xlsx'));

  const { stdout, stderr } = await extract('sales.xlsx');

  expect(stdout).toBe('<!-- sheet Sales -->\nwhen,"a, b",sum,open\n2026-01-15,2,4,=B2*3');
  expect(stderr).toContain('sheet "Sales": 1 formula(s) without a stored value');
});

test('a PDF gives one unit per page, and --pages takes some of them', async () => {
  await savePdf('three.pdf', 'one', 'two', 'three');

  expect((await unitsOf('three.pdf'))?.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  expect((await extract('three.pdf --pages 2-')).stdout).toBe('<!-- page 2 -->\ntwo\n\n<!-- page 3 -->\nthree');
});

test('a page without text is reported, so that a scan is not taken for an empty document', async () => {
  await savePdf('scan.pdf', 'cover', '');

  expect((await extract('scan.pdf')).stderr).toContain('1 of 2 page(s) have no text');
});

test('a web page loses its scripts and keeps its tables', async () => {
  const table = '<table><tr><th>x</th></tr></table>';
  await save('page.html', `<title>News</title><script>steal()</script><p>Hi <b>you</b></p>${table}`);

  expect((await extract('page.html')).stdout).toBe('# News\n\nHi **you**\n\n| x |\n| --- |');
});

test('text in another encoding is read, and a guess is told', async () => {
  await save('old.txt', Buffer.from('café', 'latin1'));
  await save('wide.csv', Buffer.from('\uFEFFa,b', 'utf16le'));

  expect(await extract('old.txt')).toMatchObject({
    stdout: 'café',
    stderr: expect.stringContaining('old.txt: not UTF-8'),
  });
  expect(await extract('wide.csv')).toMatchObject({ stdout: 'a,b', stderr: '' });
});

test('--out writes the text to a file and tells how much there is', async () => {
  await save('a.md', '# A\n');

  expect((await extract('a.md --out text.md')).stdout).toBe('a.md: text, 1 unit(s), 3 characters\nwrote text.md');
});

test.each([
  ['a missing file', 'gone.pdf', 1, 'gone.pdf: no such file'],
  ['a truncated PDF', 'cut.pdf', 1, 'cut.pdf: cannot be read as pdf'],
  ['a format that needs another program', 'note.rtf', 1, 'soffice --headless --convert-to docx'],
  ['a picture', 'dot.gif', 1, 'image/gif, which has no text'],
  ['a page that is not there', 'one.pdf --pages 4', 1, 'has 1 pages, slides or sheets'],
  ['no file', '', 2, 'Name at least one file'],
  ['an unknown option', 'one.pdf --foo', 2, "Unknown option '--foo'"],
])('%s ends with one line that says what to do', async (_case, line, exitCode, message) => {
  const pdf = await savePdf('one.pdf', 'one');
  await save('cut.pdf', pdf.subarray(0, 100));
  await save('note.rtf', '{\\rtf1 hello}');
  await save('dot.gif', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));

  const result = await extract(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});
