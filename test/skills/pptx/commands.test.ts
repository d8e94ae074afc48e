import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { sampleDeck } from './sample-deck.ts';

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('pptx');
  await writeFile(shell.path('inputs/deck.pptx'), await sampleDeck());
  const plan = sharp({ create: { width: 80, height: 40, channels: 3, background: 'navy' } });
  await plan.png().toFile(shell.path('inputs/plan.png'));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('pptx'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});
