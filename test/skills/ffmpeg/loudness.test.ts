import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

needsPrograms('ffmpeg', 'ffprobe');

let shell: SkillShell;
const loudness = (line: string) => shell.run(`node "$SKILL_DIR/scripts/loudness.mjs" ${line}`);
/** Integrated loudness by another filter than the one that normalises, in LUFS. */
const integrated = async (name: string) => {
  const { stderr } = await execa('ffmpeg', ['-i', shell.path(name), '-af', 'ebur128', '-f', 'null', '-']);
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1]);
};
const streams = async (name: string) =>
  (await execa('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', shell.path(name)]))
    .stdout;

beforeAll(async () => {
  shell = await openSkillShell('ffmpeg');
  await shell.run(`
    make() { ffmpeg -nostdin -v error -y "$@"; }
    make -f lavfi -i testsrc2=s=160x90:r=25:d=4 -f lavfi -i sine=440:d=4 -af volume=-20dB -c:v libx264 -preset ultrafast -c:a aac quiet.mp4
    make -i quiet.mp4 -an -c copy mute.mp4
    make -f lavfi -i anullsrc -t 1 silent.wav`);
});
afterAll(() => shell[Symbol.asyncDispose]());

test('a quiet clip is brought to the target, its picture untouched', async () => {
  expect(await integrated('quiet.mp4')).toBeLessThan(-40);
  const { stdout } = await loudness('quiet.mp4 loud.mp4 --target -14');
  expect(JSON.parse(stdout).after.integrated).toBeCloseTo(-14, 0);
  expect(Math.abs((await integrated('loud.mp4')) + 14)).toBeLessThan(0.7);
  expect(await streams('loud.mp4')).toBe('h264\naac');
});

test('a file for sound only gets no picture, in the codec that was asked for', async () => {
  expect(await loudness('quiet.mp4 out.m4a')).toMatchObject({ exitCode: 0 });
  expect(await streams('out.m4a')).toBe('aac');
  expect(await loudness('quiet.mp4 out.ogg --codec libopus --bitrate 48k')).toMatchObject({ exitCode: 0 });
  expect(await streams('out.ogg')).toBe('opus');
});

test('silence is measured as null, and not normalised', async () => {
  expect(JSON.parse((await loudness('silent.wav')).stdout)).toMatchObject({ integrated: null });
  expect(await loudness('silent.wav out.wav')).toMatchObject({
    exitCode: 1,
    stderr: 'loudness: silent.wav: is silent, there is nothing to normalise',
  });
});

test.each([
  ['gone.mp4', 1, 'loudness: gone.mp4: No such file or directory'],
  ['mute.mp4', 1, "loudness: mute.mp4: Stream map '0:a:0' matches no streams"],
  ['quiet.mp4 quiet.mp4', 1, 'loudness: quiet.mp4: is also the input'],
  ['quiet.mp4 out.m4a --codec nope', 1, "loudness: out.m4a: Unknown encoder 'nope'"],
  ['quiet.mp4 out.m4a --target loud', 1, 'loudness: --target needs a number, not "loud"'],
  ['', 2, 'loudness: needs IN and at most one OUT'],
  ['quiet.mp4 --louder', 2, "loudness: Unknown option '--louder'"],
])('a mistake is a line that names it: %s', async (line, exitCode, message) => {
  expect(await loudness(line)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
});
