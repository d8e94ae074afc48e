import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { PEOPLE, startProject, type ProjectServer } from './project-server.ts';

let project: ProjectServer;
let shell: SkillShell;

beforeAll(async () => {
  project = await startProject(PEOPLE);
  shell = await openSkillShell('supabase', { SUPABASE_URL: project.url, SUPABASE_KEY: project.key });
  await writeFile(shell.path('inputs/march.pdf'), '%PDF-1.7');
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

test.each(await taughtCommands('supabase'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0 });
});
