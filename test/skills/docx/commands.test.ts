import { writeFile } from 'node:fs/promises';
import { Document, Packer, Paragraph, TextRun } from 'docx';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;

async function saveDocument(name: string, ...paragraphs: string[]): Promise<void> {
  const children = paragraphs.map((text) => new Paragraph({ children: [new TextRun(text)] }));
  await writeFile(shell.path(name), await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

beforeAll(async () => {
  shell = await openSkillShell('docx');
  await saveDocument('inputs/contract.docx', 'Acme Corp pays within 30 days.', 'Reports come on request.');
  await saveDocument('inputs/template.docx', 'Dear {{name}},', 'Of {{date}}:', '{{items}}');
  const chart = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
  await chart.png().toFile(shell.path('chart.png'));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each([...(await taughtCommands('docx')), ...(await taughtCommands('docx', 'references/blocks.md'))])(
  'the commands that the skill teaches work: $name',
  async ({ command }) => {
    expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
  },
);
