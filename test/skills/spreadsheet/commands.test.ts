import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { GERMAN_CSV, PEOPLE_CSV, sampleWorkbook } from './sample-workbook.ts';

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('spreadsheet');
  await writeFile(shell.path('inputs/sales.xlsx'), await sampleWorkbook());
  await writeFile(shell.path('inputs/people.csv'), PEOPLE_CSV);
  await writeFile(shell.path('inputs/german.csv'), GERMAN_CSV);
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('spreadsheet'))(
  'the commands that the skill teaches work: $name',
  async ({ command }) => {
    expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
  },
);
