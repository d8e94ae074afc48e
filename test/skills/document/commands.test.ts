import { writeFile } from 'node:fs/promises';
import { Workbook } from '@cj-tech-master/excelts';
import { Document, Packer, Paragraph } from 'docx';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('document');
  const contract = new Document({ sections: [{ children: [new Paragraph('Either side may end it.')] }] });
  await writeFile(shell.path('inputs/contract.docx'), await Packer.toBuffer(contract));
  const report = await PDFDocument.create();
  for (const text of ['Summary', 'Termination', 'Annex']) report.addPage().drawText(text);
  await writeFile(shell.path('inputs/report.pdf'), await report.save());
  const data = new Workbook();
  data.addWorksheet('Data').addRow(['a', 1]);
  await data.xlsx.writeFile(shell.path('inputs/data.xlsx'));
  const chart = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
  await chart.png().toFile(shell.path('chart.png'));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('document'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});
