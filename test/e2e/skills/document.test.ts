import { readFile } from 'node:fs/promises';
import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import mammoth from 'mammoth';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';
import { pdfPages } from './pdf-text.ts';

const script = (line: string) => bash(`node "$SKILL_DIR/scripts/${line.replace(' ', '" ')}`);

async function contract(): Promise<Uint8Array> {
  const title = new Paragraph({ text: 'Lease', heading: HeadingLevel.HEADING_1 });
  const text = new Paragraph(
    'The rent of 900 € is due on the first. Either side may end the lease with 30 days notice.',
  );
  return Packer.toBuffer(new Document({ sections: [{ children: [title, text] }] }));
}

test('a Word contract and a table become a PDF report with their facts in it', async () => {
  const table = new TextEncoder().encode('month,paid\nJanuary,900\nFebruary,0\n');
  const report = ['# Lease: state of payments', '', '| Month | Paid |', '| --- | ---: |', '| February | **0 €** |', ''];

  const run = await runScripted({
    skill: 'document',
    prompt: 'Report from the lease and the payments as a PDF.',
    inputs: [
      { kind: 'document', name: 'lease.docx', bytes: await contract() },
      { kind: 'document', name: 'payments.csv', bytes: table },
    ],
    turns: [
      [bash('ls -lR inputs'), script('extract.mjs inputs/lease.docx inputs/payments.csv')],
      [bash(`cat > report.md <<'EOF'\n${report.join('\n')}\nNotice: 30 days → both sides.\nEOF`)],
      [script('write.mjs report.md report.pdf')],
      [script('extract.mjs report.pdf')],
      [setOutput('document', 'report.pdf')],
      say('report.pdf has one page.'),
    ],
  });

  expect(run.toolResults[1]).toMatchObject({ stdout: expect.stringContaining('with 30 days notice') });
  expect(run.toolResults[1]).toMatchObject({ stdout: expect.stringContaining('February,0') });
  expect(run.result).toMatchObject({ status: 'completed' });
  expect(run.result.outputs.document).toMatchObject({ mediaType: 'application/pdf', path: 'report.pdf' });
  const path = await run.output('document');
  expect((await PDFDocument.load(await readFile(path))).getTitle()).toBe('Lease: state of payments');
  const [page] = await pdfPages(path);
  for (const fact of ['Lease: state of payments', 'February', '0 €', '30 days → both']) expect(page).toContain(fact);
});

test('a PDF is turned into a Word document whose headings Word knows', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText('Minutes of May', { x: 50, y: 700 });

  const run = await runScripted({
    skill: 'document',
    prompt: 'Give me this as a Word document.',
    inputs: [{ kind: 'document', name: 'minutes.pdf', bytes: await pdf.save() }],
    turns: [
      [script('extract.mjs inputs/minutes.pdf --out minutes.md')],
      [bash(`sed -i 's/^Minutes/# Minutes/' minutes.md`), script('write.mjs minutes.md minutes.docx')],
      [setOutput('document', 'minutes.docx')],
      say('The layout is new.'),
    ],
  });

  const { value: html } = await mammoth.convertToHtml({ path: await run.output('document') });
  expect(html).toContain('<h1>Minutes of May</h1>');
});

test('the model learns that a scan has no text and that a file is missing, and ends without an output', async () => {
  const scan = await PDFDocument.create();
  scan.addPage();

  const run = await runScripted({
    skill: 'document',
    prompt: 'Summarise the scan.',
    inputs: [{ kind: 'document', name: 'scan.pdf', bytes: await scan.save() }],
    turns: [
      [script('extract.mjs inputs/scan.pdf'), script('extract.mjs inputs/Scan.pdf')],
      [setOutput('document', 'summary.pdf')],
      say('It is a scan without text.'),
    ],
  });

  const [read, wrongName, output] = run.toolResults;
  expect(read).toMatchObject({ success: true, stderr: expect.stringContaining('1 of 1 page(s) have no text') });
  expect(wrongName).toMatchObject({ success: false, exitCode: 1, stderr: expect.stringContaining('ls -R inputs') });
  expect(output).toMatchObject({ success: false });
  expect(run.result).toMatchObject({ status: 'completed', outputs: {} });
});
