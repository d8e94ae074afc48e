import { writeFile } from 'node:fs/promises';
import * as docx from 'docx';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

const { Paragraph, TextRun } = docx;
const bob = { author: 'Bob', date: '2026-01-01T00:00:00Z' };

let shell: SkillShell;
const script = (line: string) => shell.run(`node "$SKILL_DIR/scripts/${line.replace(' ', '" ')}`);

beforeAll(async () => {
  shell = await openSkillShell('docx');
  const comment = { id: 0, author: 'Ann', date: new Date(0), children: [new Paragraph('please check')] };
  const contract = new docx.Document({
    comments: { children: [comment] },
    sections: [
      {
        headers: { default: new docx.Header({ children: [new Paragraph('Acme Corp')] }) },
        children: [
          new Paragraph({ text: 'Contract', heading: docx.HeadingLevel.HEADING_1 }),
          new Paragraph({
            children: [new TextRun('Of '), new TextRun({ text: 'Ac', bold: true }), new TextRun('me Corp')],
          }),
          new Paragraph({
            children: [
              new docx.CommentRangeStart(0),
              new TextRun('Due'),
              new docx.CommentRangeEnd(0),
              new TextRun({ children: [new docx.CommentReference(0)] }),
              new docx.InsertedTextRun({ text: ' soon', id: 1, ...bob }),
              new docx.DeletedTextRun({ text: ' late', id: 2, ...bob }),
              new TextRun(' {{total}}'),
            ],
          }),
        ],
      },
    ],
  });
  await writeFile(shell.path('contract.docx'), await docx.Packer.toBuffer(contract));
});
afterAll(() => shell[Symbol.asyncDispose]());

test('reading shows insertions and comments, and leaves deletions out', async () => {
  const { stdout } = await script('read.mjs contract.docx');

  expect(stdout).toContain('# Contract\n\nOf **Ac**me Corp');
  expect(stdout).toContain('soon {{total}}');
  expect(stdout).toContain('please check');
  expect(stdout).not.toContain('late');
});

test('inspecting lists what reading does not show', async () => {
  const { stdout } = await script('inspect.mjs contract.docx');

  expect(JSON.parse(stdout)).toMatchObject({
    styles: { Heading1: 1, Normal: 2 },
    changes: [
      { kind: 'ins', text: ' soon', ...bob },
      { kind: 'del', text: ' late', ...bob },
    ],
    comments: [{ id: '0', author: 'Ann', text: 'please check', on: 'Due' }],
    headersAndFooters: [{ part: 'word/header1.xml', text: 'Acme Corp' }],
    placeholders: ['{{total}}'],
  });
});

test('a replacement reaches body and header, and leaves changes and comments as they are', async () => {
  const before = JSON.parse((await script('inspect.mjs contract.docx')).stdout);

  const { stdout } = await script(`replace.mjs contract.docx globex.docx --find 'Acme Corp' --with 'Globex & Co'`);

  expect(JSON.parse(stdout)).toEqual({ out: 'globex.docx', edits: [{ find: 'Acme Corp', replaced: 2 }] });
  expect((await script('read.mjs globex.docx')).stdout).toContain('Of **Globex & Co**');
  const after = JSON.parse((await script('inspect.mjs globex.docx')).stdout);
  expect(after).toMatchObject({ changes: before.changes, comments: before.comments });
  expect((await script('package.mjs check globex.docx')).stdout).toBe('ok');
});

test('tracked replacements get identifiers that no change has yet', async () => {
  await script(`replace.mjs contract.docx tracked.docx --find Due --with Payable --track Eve`);

  const { stdout } = await shell.run(
    'unzip -p tracked.docx word/document.xml | grep -o \'<w:\\(ins\\|del\\) w:id="[0-9]*"\'',
  );
  const ids = stdout.split('\n').map((tag) => tag.replace(/\D/g, ''));
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(4);
});

test('when one of several texts is not there, nothing is written', async () => {
  await writeFile(shell.path('edits.json'), '[{"find":"Due","with":"x"},{"find":"zebra","with":"y"}]');

  expect(await script('replace.mjs contract.docx none.docx --edits edits.json')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('not found: "zebra"'),
  });
  expect(await shell.run('test ! -e none.docx')).toMatchObject({ exitCode: 0 });
});

test('packing refuses broken XML and parts that are referred to and missing', async () => {
  await script('package.mjs unpack contract.docx parts');
  await shell.run(`rm parts/word/header1.xml; sed -i 's/<w:body>/<w:body><w:oops>/' parts/word/document.xml`);

  const { exitCode, stdout } = await script('package.mjs pack parts broken.docx');

  expect(exitCode).toBe(1);
  expect(stdout).toContain('word/document.xml:');
  expect(stdout).toContain('refers to word/header1.xml, which is missing');
  expect(await shell.run('test ! -e broken.docx')).toMatchObject({ exitCode: 0 });
});

test('a part whose name leads out of the folder is not written', async () => {
  const body = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>`;
  const parts = { 'word/document.xml': strToU8(body), '../outside.xml': strToU8('<x/>') };
  await writeFile(shell.path('hostile.docx'), zipSync(parts));

  expect(await script('package.mjs unpack hostile.docx hostile')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('leads out of hostile'),
  });
  expect(await shell.run('test ! -e outside.xml')).toMatchObject({ exitCode: 0 });
});

test.each([
  ['a missing file', 'read.mjs gone.docx', 1, 'gone.docx: no such file'],
  ['a text file', 'read.mjs text.docx', 1, 'text.docx: is no Word file'],
  ['an old Word file', 'inspect.mjs old.docx', 1, 'old Office file'],
  ['a replacement without text', 'replace.mjs contract.docx out.docx --find x', 2, 'Give --find and --with'],
  [
    'a replacement of several lines',
    `replace.mjs contract.docx o.docx --find x --with $'a\\nb'`,
    2,
    'is one line of text',
  ],
])('%s ends with one line that says what to do', async (_case, line, exitCode, message) => {
  await writeFile(shell.path('text.docx'), 'hello');
  await writeFile(shell.path('old.docx'), Buffer.from('d0cf11e0a1b11ae1', 'hex'));

  const result = await script(line);

  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(result.stderr).not.toContain('\n');
});
