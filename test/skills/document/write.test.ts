import { readFile, writeFile } from 'node:fs/promises';
import { load } from 'cheerio';
import mammoth from 'mammoth';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

const MARKDOWN = `# Plan & budget

Some **bold**, *italic* and [a link](https://example.com) → λ.

![chart](chart.png)

- first
  1. nested

| Item | Cost |
| ---- | ---: |
| Rent |  900 |

<script>steal()</script><a href="javascript:steal()" onclick="steal()">click</a>
`;

let shell: SkillShell;
const write = (line: string) => shell.run(`node "$SKILL_DIR/scripts/write.mjs" ${line}`);

beforeAll(async () => {
  shell = await openSkillShell('document');
  await writeFile(shell.path('plan.md'), MARKDOWN);
  const chart = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
  await chart.png().toFile(shell.path('chart.png'));
});
afterAll(() => shell[Symbol.asyncDispose]());

test('HTML is one file that acts and loads nothing', async () => {
  await write('plan.md plan.html');

  const $ = load(await readFile(shell.path('plan.html'), 'utf8'));
  expect($('title').text()).toBe('Plan & budget');
  expect($('td').eq(1).attr('align')).toBe('right');
  expect($('img').attr('src')).toMatch(/^data:image\/png;base64,/);
  expect($.html()).not.toMatch(/steal|onclick|javascript:/);
});

test('a Word document has headings, lists, tables and pictures that Word knows as such', async () => {
  await write('plan.md plan.docx');

  const { value: html } = await mammoth.convertToHtml({ path: shell.path('plan.docx') });
  const $ = load(html);
  expect($('h1').text()).toBe('Plan & budget');
  expect($('ul > li').first().text()).toContain('first');
  expect($('ol li').text()).toBe('nested');
  expect($('td').last().text()).toBe('900');
  expect($('img')).toHaveLength(1);
  expect(html).not.toContain('steal');
});

test('a PDF has its text as text, a title and the size of page that was asked for', async () => {
  const { stdout } = await write(`plan.md plan.pdf --page letter --title 'The plan'`);

  expect(stdout).toContain('title "The plan"');
  const pdf = await PDFDocument.load(await readFile(shell.path('plan.pdf')));
  expect(pdf.getTitle()).toBe('The plan');
  expect(pdf.getPage(0).getSize()).toEqual({ width: 612, height: 792 });
  const text = await shell.run('node "$SKILL_DIR/scripts/extract.mjs" plan.pdf');
  for (const part of ['Plan & budget', 'a link → λ', 'first', 'Rent', '1 / 1']) expect(text.stdout).toContain(part);
});

test('letters that the PDF font lacks are named', async () => {
  await writeFile(shell.path('note.md'), 'Done ✓ and 漢字');

  expect((await write('note.md note.pdf')).stderr).toContain('no glyph for 3 character(s): ✓ 漢 字');
});

test('a page with its picture inside can be turned into a PDF', async () => {
  await write('plan.md page.html');

  expect(await write('page.html page.pdf')).toMatchObject({ exitCode: 0 });
  const pdf = await PDFDocument.load(await readFile(shell.path('page.pdf')));
  expect(pdf.getTitle()).toBe('Plan & budget');
});

test.each([
  ['a missing picture', '![x](gone.png)', 'in.md out.pdf', 1, 'picture gone.png'],
  ['a remote picture', '![x](https://example.com/x.png)', 'in.md out.pdf', 1, 'only files of the workspace'],
  ['an empty text', '\n', 'in.md out.pdf', 1, 'in.md: has no text'],
  ['an unknown format', 'x', 'in.md out.odt', 2, 'OUT ends in .html, .docx or .pdf'],
  ['an unknown size', 'x', 'in.md out.pdf --page A0', 2, 'one of A4, LETTER'],
  ['a missing output', 'x', 'in.md', 2, 'Name one IN and one OUT'],
])('%s ends with one line that says what to do', async (_case, text, line, exitCode, message) => {
  await writeFile(shell.path('in.md'), text);

  const result = await write(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});
