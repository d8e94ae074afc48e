import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** A skill is one folder with all that it needs, so these files stand in several skills. */
const copies: [string, ...string[]][] = [
  [
    'docx/scripts/cli.mjs',
    'document/scripts/cli.mjs',
    'pdf-lib/scripts/cli.mjs',
    'pptx/scripts/cli.mjs',
    'spreadsheet/scripts/cli.mjs',
    'email/scripts/cli.mjs',
    'sqlite/scripts/cli.mjs',
    'supabase/scripts/cli.mjs',
    'vector-store/scripts/cli.mjs',
  ],
  ['spreadsheet/scripts/csv.mjs', 'sqlite/scripts/csv.mjs'],
  ['docx/scripts/edits.mjs', 'pptx/scripts/edits.mjs'],
  ['docx/scripts/markdown.mjs', 'document/scripts/read/markdown.mjs'],
  ['docx/scripts/package.mjs', 'pptx/scripts/package.mjs'],
  ['docx/scripts/package-file.mjs', 'pptx/scripts/package-file.mjs', 'spreadsheet/scripts/package-file.mjs'],
  [
    'docx/scripts/package-problems.mjs',
    'pptx/scripts/package-problems.mjs',
    'spreadsheet/scripts/package-problems.mjs',
  ],
];

test.each(copies)('%s is the same in every skill that has it', async (original, ...others) => {
  const text = await readFile(`skills/${original}`, 'utf8');
  for (const other of others) expect(await readFile(`skills/${other}`, 'utf8'), other).toBe(text);
});
