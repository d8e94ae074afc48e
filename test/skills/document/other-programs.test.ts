import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

needsPrograms('pdftotext', 'pdftoppm', 'tesseract', 'chromium');

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('document');
});
afterAll(() => shell[Symbol.asyncDispose]());

test('a scanned page is read by OCR as the skill teaches', async () => {
  const text = '<text x="60" y="120" font-size="48" font-family="sans-serif">Invoice number 4711</text>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="300">${text}</svg>`;
  const picture = await sharp(Buffer.from(svg)).flatten({ background: 'white' }).png().toBuffer();
  const pdf = await PDFDocument.create();
  pdf.addPage([400, 150]).drawImage(await pdf.embedPng(picture), { width: 400, height: 150 });
  await writeFile(shell.path('inputs/scan.pdf'), await pdf.save());

  const { stdout } = await shell.run(`
    pdftoppm -r 200 -gray -png inputs/scan.pdf page
    for p in page-*.png; do tesseract "$p" stdout -l eng 2>/dev/null; done`);

  expect(stdout).toContain('Invoice number 4711');
});

test('--layout keeps what stands side by side on one line', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  for (const [text, x, y] of [
    ['Left one', 50, 700],
    ['Left two', 50, 680],
    ['Right one', 300, 700],
  ] as const) {
    page.drawText(text, { x, y, size: 12 });
  }
  await writeFile(shell.path('columns.pdf'), await pdf.save());

  const { stdout } = await shell.run('node "$SKILL_DIR/scripts/extract.mjs" --layout columns.pdf');

  expect(stdout).toMatch(/Left one +Right one\n *Left two/);
});

test('a designed page with letters that the PDF font lacks is printed by Chromium', async () => {
  await writeFile(shell.path('page.html'), '<style>@page { size: A5 }</style><h1>Done ✓</h1>');

  await shell.run(`HOME=/tmp timeout 60 chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \\
    --print-to-pdf=printed.pdf "file://$PWD/page.html" 2>/dev/null`);

  const pdf = await PDFDocument.load(await readFile(shell.path('printed.pdf')));
  expect(Math.round(pdf.getPage(0).getWidth())).toBe(420);
  expect((await shell.run('pdftotext printed.pdf -')).stdout).toContain('Done ✓');
});
