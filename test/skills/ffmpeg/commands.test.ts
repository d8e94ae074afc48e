import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

needsPrograms('ffmpeg', 'ffprobe');

let shell: SkillShell;

beforeAll(async () => {
  shell = await openSkillShell('ffmpeg');
  await shell.run(`
    make() { ffmpeg -nostdin -v error -y "$@"; }
    make -f lavfi -i testsrc2=s=320x180:r=25:d=4 -f lavfi -i sine=440:d=4 -c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac inputs/clip.mp4
    make -f lavfi -i color=red:s=64x64 -frames:v 1 inputs/logo.png
    make -f lavfi -i sine=880:d=2 inputs/voice.mp3`);
});
afterAll(() => shell[Symbol.asyncDispose]());

const taught = [...(await taughtCommands('ffmpeg')), ...(await taughtCommands('ffmpeg', 'references/graphs.md'))];

test.each(taught)('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});
