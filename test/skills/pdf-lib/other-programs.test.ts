import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell } from '../skill-shell.ts';
import { pdfOfPages } from './samples.ts';

needsPrograms('qpdf', 'pdftoppm');

test('what pdf-lib cannot do is done by other programs as the skill teaches', async () => {
  await using shell = await openSkillShell('pdf-lib');
  await writeFile(shell.path('in.pdf'), await pdfOfPages('One', 'Two'));

  const { exitCode, stdout, stderr } = await shell.run(`
    set -e
    qpdf --encrypt USER OWNER 256 -- in.pdf locked.pdf
    node "$SKILL_DIR/scripts/pdf.mjs" info locked.pdf || true
    qpdf --password=USER --decrypt locked.pdf open.pdf
    qpdf --object-streams=generate --recompress-flate open.pdf small.pdf
    qpdf --check small.pdf | tail -2
    pdftoppm -r 20 -png small.pdf page
    ls page-*.png
    node "$SKILL_DIR/scripts/pdf.mjs" text small.pdf --pages 2`);

  expect(exitCode).toBe(0);
  expect(stderr).toContain('locked.pdf: is encrypted');
  expect(stdout).toContain('No syntax or stream encoding errors found');
  expect(stdout).toContain('page-1.png\npage-2.png\n--- page 2 ---\nTwo');
});
