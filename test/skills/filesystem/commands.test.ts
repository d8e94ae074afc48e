import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('filesystem');
  await mkdir(shell.path('inputs/notes'), { recursive: true });
  await mkdir(shell.path('inputs/photos'), { recursive: true });
  await writeFile(shell.path('inputs/notes/a b.txt'), 'the colour of invoice 17\n');
  await writeFile(shell.path('inputs/unknown.bin'), Buffer.from([0, 1, 2, 255]));
  await writeFile(shell.path('inputs/photos/IMG_1.JPG'), 'one');
  await writeFile(shell.path('inputs/photos/IMG_2.JPEG'), 'one');
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('filesystem'))(
  'the commands that the skill teaches work: $name',
  async ({ command }) => {
    const { exitCode, stderr } = await shell.run(`set -eo pipefail\n${command}`);
    expect(stderr.replaceAll(/^rename: \d.*$/gm, '').trim()).toBe('');
    expect(exitCode).toBe(0);
  },
);
