import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

needsPrograms('ffmpeg', 'ffprobe');

let shell: SkillShell;
const probe = (line: string) => shell.run(`node "$SKILL_DIR/scripts/probe.mjs" ${line}`);
const concat = (line: string) => shell.run(`node "$SKILL_DIR/scripts/concat.mjs" ${line}`);
const ffprobe = async (name: string, entries: string) =>
  (await execa('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', shell.path(name)])).stdout;

beforeAll(async () => {
  shell = await openSkillShell('media');
  await shell.run(`
    make() { ffmpeg -nostdin -v error -y "$@"; }
    make -f lavfi -i testsrc2=s=160x90:r=25:d=1 -f lavfi -i sine=440:d=1 -c:v libx264 -preset ultrafast -c:a aac wide.mp4
    make -f lavfi -i testsrc=s=90x160:r=30:d=1 -c:v libvpx upright.webm
    make -f lavfi -i sine=880:d=1 -- -voice.mp3
    make -display_rotation 90 -i wide.mp4 -c copy turned.mp4 2>/dev/null || make -i wide.mp4 -c copy -metadata:s:v rotate=90 turned.mp4
    make -i wide.mp4 -c copy -f mpegts whole.ts
    head -c 9000 whole.ts > half.ts; tail -c 9000 whole.ts >> half.ts`);
});
afterAll(() => shell[Symbol.asyncDispose]());

test('a file is described as it plays: size as seen, codecs, sound', async () => {
  const { stdout } = await probe('wide.mp4 upright.webm');
  const [wide, upright] = stdout.split('\n').map((line) => JSON.parse(line));
  expect(wide).toMatchObject({
    seconds: 1,
    video: { codec: 'h264', width: 160, height: 90, fps: 25 },
    audio: [{ codec: 'aac', channels: 1 }],
  });
  expect(upright).toMatchObject({ video: { codec: 'vp8', width: 90, height: 160 }, audio: [] });
});

test('a turned picture has the width and height that a viewer sees', async () => {
  expect(JSON.parse((await probe('turned.mp4')).stdout).video).toMatchObject({ width: 90, height: 160 });
});

test('playing to the end finds damage that the header does not show', async () => {
  expect(await probe('half.ts')).toMatchObject({ exitCode: 0 });
  const played = await probe('--decode half.ts');
  expect(played).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('probe: half.ts: damaged') });
  expect(await probe('--decode wide.mp4')).toMatchObject({ exitCode: 0, stderr: '' });
});

test('clips of different shapes, one of them silent, become one clip', async () => {
  expect(await concat('joined.mp4 wide.mp4 upright.webm wide.mp4')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await ffprobe('joined.mp4', 'stream=width,height,r_frame_rate')).toContain('160,90,25/1');
  expect(Number(await ffprobe('joined.mp4', 'format=duration'))).toBeCloseTo(3, 0);
  // Beside the upright clip there is black, not a stretched picture.
  const edge = await shell.run(
    'ffmpeg -v error -ss 1.5 -i joined.mp4 -frames:v 1 -vf crop=20:80:2:5,scale=1:1 -f rawvideo -pix_fmt gray - | od -An -tu1',
  );
  expect(Number(edge.stdout)).toBeLessThan(10);
  const silence = await shell.run(
    'ffmpeg -i joined.mp4 -af silencedetect=n=-50dB:d=0.5 -f null - 2>&1 | grep silence_',
  );
  expect(silence.stdout).toMatch(/silence_start: 1(\.0\d*)?\n[^]*silence_end: (1\.9|2)/);
});

test('recordings without picture become one recording, also when a name looks like an option', async () => {
  expect(await concat('joined.m4a -- -voice.mp3 wide.mp4')).toMatchObject({ exitCode: 1 });
  expect(await concat('-- joined.m4a -voice.mp3 -voice.mp3')).toMatchObject({ exitCode: 0 });
  expect(await ffprobe('joined.m4a', 'stream=codec_type')).toBe('audio');
  expect(Number(await ffprobe('joined.m4a', 'format=duration'))).toBeCloseTo(2, 0);
});

test.each([
  [() => probe('gone.mp4'), 1, 'probe: gone.mp4: no such file'],
  [() => probe(''), 2, 'probe: no file given'],
  [() => probe('--fast wide.mp4'), 2, "probe: Unknown option '--fast'"],
  [() => concat('out.mp4 wide.mp4'), 2, 'concat: needs OUT and at least two clips'],
  [() => concat('wide.mp4 wide.mp4 upright.webm'), 1, 'concat: wide.mp4: is also an input'],
  [() => concat('out.mp4 wide.mp4 gone.mp4'), 1, 'concat: gone.mp4: no such file'],
  [() => concat('out.mp4 wide.mp4 upright.webm --width wide'), 1, 'concat: --width and --height need whole numbers'],
  [() => concat('out.mp4 wide.mp4 upright.webm --loud'), 2, "concat: Unknown option '--loud'"],
])('a mistake is a line that names it, %#', async (run, exitCode, message) => {
  expect(await run()).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
});
