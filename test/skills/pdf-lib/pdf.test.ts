import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';
import { pdfForm, pdfOfPages, turnedPage } from './samples.ts';

let shell: SkillShell;
const pdf = (line: string) => shell.run(`node "$SKILL_DIR/scripts/pdf.mjs" ${line}`);
const textOf = async (line: string) => (await pdf(`text ${line}`)).stdout.replaceAll(/--- page \d+ ---\n/g, '');
const load = async (name: string) => PDFDocument.load(await readFile(shell.path(name)), { updateMetadata: false });

beforeAll(async () => {
  shell = await openSkillShell('pdf-lib');
  await writeFile(shell.path('abc.pdf'), await pdfOfPages('A', 'B', 'C'));
  await writeFile(shell.path('form.pdf'), await pdfForm());
});
afterAll(() => shell[Symbol.asyncDispose]());

test('merging takes pages in the order in which they are named', async () => {
  await pdf('merge out.pdf abc.pdf:3,1 abc.pdf abc.pdf:2-1');

  expect(await textOf('out.pdf')).toBe('C\nA\nA\nB\nC\nB\nA');
});

test('splitting makes files that sort like their pages', async () => {
  await writeFile(shell.path('eleven.pdf'), await pdfOfPages(...Array.from('ABCDEFGHIJK')));
  await pdf('split eleven.pdf parts --every 5');

  expect((await shell.run('ls parts')).stdout.split('\n')).toEqual(['eleven-01.pdf', 'eleven-06.pdf', 'eleven-11.pdf']);
  expect(await textOf('parts/eleven-11.pdf')).toBe('K');
});

test('turning adds to the rotation that a page has, on the named pages only', async () => {
  await pdf('rotate abc.pdf once.pdf --by 270 --pages 2');
  await pdf('rotate once.pdf twice.pdf --by 180 --pages 2-');

  expect((await load('twice.pdf')).getPages().map((page) => page.getRotation().angle)).toEqual([0, 90, 180]);
  expect(JSON.parse((await pdf('info twice.pdf')).stdout)).toMatchObject({
    pages: 3,
    sizes: ['1: 595x842', '2: 842x595 rotated 90', '3: 595x842 rotated 180'],
  });
});

test.each([0, 90, 180, 270])(
  'a stamp stands where a reader of a page turned by %i sees that place',
  async (rotation) => {
    await writeFile(shell.path('turned.pdf'), await turnedPage(rotation));
    await pdf('stamp turned.pdf stamped.pdf --text Hi --size 20 --at bottom-right');

    const data = new Uint8Array(await readFile(shell.path('stamped.pdf')));
    const document = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: 1 });
    const [item] = (await page.getTextContent()).items as { transform: number[]; width: number }[];
    const [a = 0, b = 0, , , x = 0, y = 0] = item?.transform ?? [];
    const [left, top] = viewport.convertToViewportPoint(x, y) as [number, number];
    const [ahead] = viewport.convertToViewportPoint(x + a, y + b) as [number, number];

    expect(viewport.width - left - (item?.width ?? 0)).toBeCloseTo(30, 0);
    expect(viewport.height - top).toBeCloseTo(30, 0);
    // The text runs to the right.
    expect(ahead - left).toBeCloseTo(20, 1);
  },
);

test('a stamp counts pages, and letters that the standard fonts lack are embedded', async () => {
  await pdf(`stamp abc.pdf numbered.pdf --text 'Żółć {page}/{pages}' --size 10 --at top-center`);

  expect(await textOf('numbered.pdf --pages 2')).toBe('B\nŻółć 2/3');
});

test('a form is filled, also with letters that the standard fonts lack', async () => {
  await writeFile(shell.path('values.json'), '{"name":"Łukasz","agree":true,"size":"L","country":["DE"]}');
  await pdf('fill form.pdf filled.pdf --values values.json');

  const form = (await load('filled.pdf')).getForm();
  expect(form.getTextField('name').getText()).toBe('Łukasz');
  expect(form.getCheckBox('agree').isChecked()).toBe(true);
  expect(form.getRadioGroup('size').getSelected()).toBe('L');
  expect(form.getDropdown('country').getSelected()).toEqual(['DE']);
});

test('a flattened form has its values as text, and no page refers to a field any more', async () => {
  await writeFile(shell.path('values.json'), '{"name":"Łukasz","country":"DE"}');
  await pdf('fill form.pdf flat.pdf --values values.json --flatten');

  expect(await textOf('flat.pdf')).toContain('Łukasz');
  expect((await load('flat.pdf')).getPage(0).node.Annots()?.size()).toBe(0);
});

test('pictures become pages that lie as the picture does', async () => {
  const picture = sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } });
  await picture.webp().toFile(shell.path('wide.webp'));
  await pdf('images pictures.pdf wide.webp');

  expect((await load('pictures.pdf')).getPage(0).getSize()).toEqual({ width: 841.89, height: 595.28 });
});

test('metadata is set without touching what is not named', async () => {
  await pdf(`metadata abc.pdf first.pdf --title Ünï --author Ann`);
  await pdf(`metadata first.pdf second.pdf --author Bob`);

  const document = await load('second.pdf');
  expect([document.getTitle(), document.getAuthor()]).toEqual(['Ünï', 'Bob']);
});

test('a file with a password is refused with the way to open it', async () => {
  await shell.run(`node -e "
    const pdfmake = require('pdfmake');
    pdfmake.setFonts({ Roboto: { normal: 'Helvetica' } });
    pdfmake.createPdf({ content: ['secret'], userPassword: 'x' }).write('locked.pdf');"`);

  for (const line of ['info locked.pdf', 'text locked.pdf', 'merge out.pdf locked.pdf']) {
    expect(await pdf(line)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('qpdf --password=') });
  }
});

test.each([
  ['a missing file', 'info gone.pdf', 1, 'gone.pdf: no such file'],
  ['a file that is no PDF', 'info note.txt', 1, 'note.txt: is not a PDF'],
  ['a page that is not there', 'merge out.pdf abc.pdf:4', 2, 'there are pages 1 to 3'],
  ['an unknown place', 'stamp abc.pdf o.pdf --text x --at middle', 2, '--at middle: no such place'],
  ['a letter without a glyph', 'stamp abc.pdf o.pdf --text 漢', 1, 'no glyph for: 漢'],
  ['an unknown field', 'fill form.pdf o.pdf --values unknown.json', 1, 'has no field nam'],
  ['an option that a field lacks', 'fill form.pdf o.pdf --values option.json', 1, '"M" is not one of "S", "L"'],
  ['a value of the wrong kind', 'fill form.pdf o.pdf --values kind.json', 1, 'field agree: takes a boolean'],
  ['an unknown command', 'frobnicate', 2, 'Unknown command frobnicate'],
])('%s ends with one line that says what to do', async (_case, line, exitCode, message) => {
  await writeFile(shell.path('note.txt'), 'hello');
  await writeFile(shell.path('unknown.json'), '{"nam":"x"}');
  await writeFile(shell.path('option.json'), '{"size":"M"}');
  await writeFile(shell.path('kind.json'), '{"agree":"yes"}');

  const result = await pdf(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});
