import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { pdfForm, pdfOfPages } from './samples.ts';

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('pdf-lib');
  await writeFile(shell.path('inputs/cover.pdf'), await pdfOfPages('Cover'));
  await writeFile(shell.path('inputs/report.pdf'), await pdfOfPages('One', 'Two', 'Three'));
  await writeFile(shell.path('inputs/form.pdf'), await pdfForm());
  const signature = sharp({ create: { width: 40, height: 20, channels: 4, background: '#00208080' } });
  await signature.png().toFile(shell.path('inputs/signature.png'));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('pdf-lib'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});
