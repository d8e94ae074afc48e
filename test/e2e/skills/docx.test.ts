import { readFile } from 'node:fs/promises';
import { Document, Header, InsertedTextRun, Packer, Paragraph, TextRun } from 'docx';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { expect, test } from 'vitest';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';

const script = (line: string) => bash(`node "$SKILL_DIR/scripts/${line.replace(' ', '" ')}`);
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A contract as people have them: a name split over runs, a header, a change that someone else has tracked. */
async function contract(): Promise<Uint8Array> {
  const insertion = { text: ' in writing', id: 7, author: 'Bob', date: '2026-01-01T00:00:00Z' };
  const children = [
    new Paragraph({
      children: [new TextRun('Between Halls and '), new TextRun({ text: 'Ac', bold: true }), new TextRun('me Corp')],
    }),
    new Paragraph({
      children: [new TextRun('Notice is given'), new InsertedTextRun(insertion), new TextRun(' 30 days before.')],
    }),
  ];
  const headers = { default: new Header({ children: [new Paragraph('Acme Corp')] }) };
  return Packer.toBuffer(new Document({ sections: [{ headers, children }] }));
}

test('a contract gets new words, one of them as a tracked change, and keeps everything else', async () => {
  const run = await runScripted({
    skill: 'docx',
    prompt: 'Acme is Globex now; propose 14 days as a tracked change.',
    inputs: [{ kind: 'document', name: 'contract.docx', bytes: await contract() }],
    turns: [
      [script('read.mjs inputs/contract.docx'), script('inspect.mjs inputs/contract.docx')],
      [script(`replace.mjs inputs/contract.docx named.docx --find 'Acme Corp' --with 'Globex GmbH'`)],
      [script(`replace.mjs named.docx final.docx --find '30 days' --with '14 days' --track Reviewer`)],
      [script('package.mjs check final.docx'), script('read.mjs final.docx')],
      [setOutput('document', 'final.docx')],
      say('The change waits to be accepted.'),
    ],
  });

  const replaced = run.toolResults[2];
  expect(JSON.parse(String(replaced?.['stdout'])).edits).toEqual([{ find: 'Acme Corp', replaced: 2 }]);
  expect(run.toolResults[4]).toMatchObject({ stdout: 'ok\n' });
  expect(run.result.outputs.document).toMatchObject({ mediaType: WORD });
  const path = await run.output('document');
  const { value: text } = await mammoth.extractRawText({ path });
  expect(text).toBe('Between Halls and Globex GmbH\n\nNotice is given in writing 14 days before.\n\n');
  const parts = unzipSync(await readFile(path));
  const body = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
  expect(body).toContain('<w:delText xml:space="preserve">30 days</w:delText>');
  expect(body).toMatch(/<w:ins w:id="7" w:author="Bob"/);
  expect(body).toMatch(/<w:ins w:id="(?!7")\d+" w:author="Reviewer"/);
  expect(strFromU8(parts['word/header1.xml'] ?? new Uint8Array())).toContain('Globex GmbH');
});

test('a report is written from Markdown', async () => {
  const report = `
import { writeFile } from 'node:fs/promises';
import { Document, Packer } from 'docx';
import { htmlToContent } from 'docx/html';
import { marked } from 'marked';
const html = await marked.parse('# Site visit\\n\\n1. Hall A\\n2. Hall B\\n\\n| Hall | Cost |\\n| --- | --- |\\n| A | 1200 |');
await writeFile('report.docx', await Packer.toBuffer(new Document({ sections: [{ children: htmlToContent(html) }] })));`;

  const run = await runScripted({
    skill: 'docx',
    prompt: 'Write the report.',
    turns: [
      [bash(`cat > report.mjs <<'EOF'${report}\nEOF\nnode report.mjs`)],
      [script('package.mjs check report.docx')],
      [setOutput('document', 'report.docx')],
      say('Done.'),
    ],
  });

  const { value: html } = await mammoth.convertToHtml({ path: await run.output('document') });
  expect(html).toContain('<h1>Site visit</h1><ol><li>Hall A</li><li>Hall B</li></ol><table>');
});

test('the model learns that a text is not there and that a file is no Word file, and nothing is written', async () => {
  const run = await runScripted({
    skill: 'docx',
    prompt: 'Change the fee.',
    inputs: [
      { kind: 'document', name: 'contract.docx', bytes: await contract() },
      { kind: 'document', name: 'note.txt', bytes: new TextEncoder().encode('plain text') },
    ],
    turns: [
      [
        script(`replace.mjs inputs/contract.docx out.docx --find 'the fee' --with 'no fee'`),
        script('read.mjs inputs/note.txt'),
        bash('ls'),
      ],
      say('There is no fee in the contract.'),
    ],
  });

  const [replaced, read, files] = run.toolResults;
  expect(replaced).toMatchObject({ success: false, stderr: expect.stringContaining('not found: "the fee"') });
  expect(read).toMatchObject({ success: false, stderr: expect.stringContaining('note.txt: is no Word file') });
  expect(files).toMatchObject({ stdout: 'inputs\n' });
  expect(run.result.outputs).toEqual({});
});
