import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('image');
  const noise = { type: 'gaussian', mean: 120, sigma: 10 } as const;
  await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal', noise } })
    .jpeg()
    .toFile(shell.path('inputs/photo.jpg'));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('image'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});
