import { readFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pdfForm, pdfOfPages } from '../../skills/pdf-lib/samples.ts';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';
import { pdfPages } from './pdf-text.ts';

const pdf = (line: string) => bash(`node "$SKILL_DIR/scripts/pdf.mjs" ${line}`);

test('reports become one numbered, stamped document in a new order', async () => {
  const run = await runScripted({
    skill: 'pdf-lib',
    prompt: 'Cover first, then pages 3 and 1 of the report, page numbers and a draft stamp.',
    inputs: [
      { kind: 'document', name: 'report.pdf', bytes: await pdfOfPages('One', 'Two', 'Three') },
      { kind: 'document', name: 'cover.pdf', bytes: await pdfOfPages('Cover') },
    ],
    turns: [
      [pdf('info inputs/report.pdf'), pdf('info inputs/cover.pdf')],
      [pdf('merge all.pdf inputs/cover.pdf inputs/report.pdf:3,1')],
      [pdf(`stamp all.pdf numbered.pdf --text 'Page {page} of {pages}' --size 9 --at bottom-center`)],
      [pdf(`stamp numbered.pdf final.pdf --text ENTWURF→ --angle 45 --opacity 0.2 --pages 2-`)],
      [pdf('info final.pdf'), pdf('text final.pdf')],
      [setOutput('document', 'final.pdf')],
      say('Three pages.'),
    ],
  });

  expect(JSON.parse(String(run.toolResults[0]?.['stdout']))).toMatchObject({ pages: 3, formFields: 0 });
  expect(run.result.outputs.document).toMatchObject({ mediaType: 'application/pdf' });
  const pages = await pdfPages(await run.output('document'));
  const words = pages.map((page) => page.split('\n').sort());
  expect(words).toEqual([
    ['Cover', 'Page 1 of 3'],
    ['ENTWURF→', 'Page 2 of 3', 'Three'],
    ['ENTWURF→', 'One', 'Page 3 of 3'],
  ]);
});

test('a form is filled in and flattened', async () => {
  const values = JSON.stringify({ name: 'Łukasz Nowak', agree: true, size: 'L', country: 'DE' });

  const run = await runScripted({
    skill: 'pdf-lib',
    prompt: 'Fill in the form for Łukasz.',
    inputs: [{ kind: 'document', name: 'form.pdf', bytes: await pdfForm() }],
    turns: [
      [pdf('fields inputs/form.pdf')],
      [
        bash(`cat > values.json <<'EOF'\n${values}\nEOF`),
        pdf('fill inputs/form.pdf filled.pdf --values values.json --flatten'),
      ],
      [pdf('text filled.pdf')],
      [setOutput('document', 'filled.pdf')],
      say('Filled in.'),
    ],
  });

  const path = await run.output('document');
  expect((await pdfPages(path)).join()).toContain('Łukasz Nowak');
  expect((await PDFDocument.load(await readFile(path))).getForm().getFields()).toEqual([]);
});

test('a new document is laid out over pages by pdfmake, with a picture drawn in by pdf-lib', async () => {
  const dot = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const report = `
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
const face = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'));
pdfmake.setFonts({ Sans: { normal: face, bold: face } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => true);
const lines = Array.from({ length: 60 }, (_, index) => 'Zeile ' + (index + 1) + ' ≤ 60');
const made = pdfmake.createPdf({ defaultStyle: { font: 'Sans' }, content: [{ ul: lines }] });
await writeFile('list.pdf', await made.getBuffer());`;

  const run = await runScripted({
    skill: 'pdf-lib',
    prompt: 'Make the list with our logo.',
    inputs: [{ kind: 'image', name: 'logo.png', bytes: dot }],
    turns: [
      [bash(`cat > list.mjs <<'EOF'${report}\nEOF\nnode list.mjs`)],
      [pdf('stamp list.pdf branded.pdf --image inputs/logo.png --at top-right --size 40')],
      [setOutput('document', 'branded.pdf')],
      say('Done.'),
    ],
  });

  const pages = await pdfPages(await run.output('document'));
  expect(pages).toHaveLength(2);
  expect(pages[1]).toContain('Zeile 60 ≤ 60');
});

test('the model learns which page and which field there is not', async () => {
  const run = await runScripted({
    skill: 'pdf-lib',
    prompt: 'Take page 7.',
    inputs: [
      { kind: 'document', name: 'report.pdf', bytes: await pdfOfPages('One') },
      { kind: 'document', name: 'form.pdf', bytes: await pdfForm() },
    ],
    turns: [
      [
        pdf('merge seven.pdf inputs/report.pdf:7'),
        bash(
          `echo '{"nmae":"x"}' > v.json; node "$SKILL_DIR/scripts/pdf.mjs" fill inputs/form.pdf f.pdf --values v.json`,
        ),
        setOutput('document', 'seven.pdf'),
      ],
      say('The report has one page.'),
    ],
  });

  const [page, field, output] = run.toolResults;
  expect(page).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there are pages 1 to 1') });
  expect(field).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has no field nmae') });
  expect(output).toMatchObject({ success: false });
  expect(run.result.outputs).toEqual({});
});
