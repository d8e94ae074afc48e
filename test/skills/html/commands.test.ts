import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

needsPrograms('chromium');

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('html');
  await writeFile(shell.path('inputs/old.html'), '<!doctype html><title>Old</title><h1>Hello</h1>');
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('html'))('the commands that the skill teaches work: $name', async ({ command }) => {
  const { exitCode, stderr } = await shell.run(`set -eo pipefail\n${command}`);
  expect(stderr.replaceAll('page: no problems found', '').trim()).toBe('');
  expect(exitCode).toBe(0);
});
