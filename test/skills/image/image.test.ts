import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;
const image = (line: string) => shell.run(`node "$SKILL_DIR/scripts/image.mjs" ${line}`);
const paint = (
  name: string,
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number },
) => sharp({ create: { width, height, channels: 4, background } }).toFile(shell.path(name));
const mean = async (name: string) => (await sharp(shell.path(name)).stats()).channels.map((channel) => channel.mean);
const brightest = async (name: string, top: number) => {
  const half = await sharp(shell.path(name)).extract({ left: 0, top, width: 200, height: 50 }).toBuffer();
  return (await sharp(half).stats()).channels[0]?.max;
};

beforeAll(async () => {
  shell = await openSkillShell('image');
  await paint('blue.png', 200, 100, 'blue');
  await paint('clear.png', 200, 100, { r: 255, g: 0, b: 0, alpha: 0 });
});
afterAll(() => shell[Symbol.asyncDispose]());

test('a picture is worked on as it is seen, not as its EXIF orientation stores it', async () => {
  await sharp(shell.path('blue.png')).withMetadata({ orientation: 6 }).jpeg().toFile(shell.path('turned.jpg'));
  const seen = await image('info turned.jpg');
  expect(JSON.parse(seen.stdout)).toMatchObject({ width: 100, height: 200, orientation: 6 });
  await image('resize turned.jpg upright.png --width 50');
  expect(await sharp(shell.path('upright.png')).metadata()).toMatchObject({ width: 50, height: 100 });
});

test('transparency becomes white in a JPEG, or the given background', async () => {
  await image('convert clear.png white.jpg');
  await image("convert clear.png green.jpg --background '#00ff00' --quality 100");
  expect((await mean('white.jpg')).map(Math.round)).toEqual([255, 255, 255]);
  expect((await mean('green.jpg'))[1]).toBeGreaterThan(250);
});

test('a picture is compressed until it fits the limit, and too tight a limit is refused', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  await sharp({ create: { width: 400, height: 300, channels: 3, background: 'grey', noise } }).toFile(
    shell.path('noise.png'),
  );
  const fits = await image('convert noise.png small.jpg --max-bytes 60000');
  expect(JSON.parse(fits.stdout).bytes).toBeLessThanOrEqual(60_000);
  const refused = await image('convert noise.png tiny.jpg --max-bytes 500');
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^image: tiny\.jpg: still \d+ bytes/) });
});

test('a crop takes the part at a position, and one that sticks out names the size of the picture', async () => {
  await paint('red.png', 40, 40, 'red');
  await image('composite blue.png red.png dotted.png --position southeast');
  await image('crop dotted.png part.png --width 40 --height 40 --position southeast');
  expect((await mean('part.png')).slice(0, 3)).toEqual([255, 0, 0]);
  const outside = await image('crop blue.png none.png --width 300 --height 40');
  expect(outside).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('200x100') });
});

test('text is drawn where it was asked for, and markup in it is only text', async () => {
  const drawn = await image(`text blue.png lettered.png --text '<b>&"' --size 20 --position north`);
  expect(drawn.stderr).toBe('');
  expect(await brightest('lettered.png', 0)).toBe(255);
  expect(await brightest('lettered.png', 50)).toBe(0);
});

test('opacity and negative angles are understood', async () => {
  await image('composite blue.png red.png half.png --left 0 --top 0 --opacity 0.5');
  const { data } = await sharp(shell.path('half.png')).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(120);
  expect(data[2]).toBeGreaterThan(120);
  expect(await image('adjust blue.png tilted.png --rotate -90')).toMatchObject({ exitCode: 0 });
  expect(await sharp(shell.path('tilted.png')).metadata()).toMatchObject({ width: 100, height: 200 });
});

test('a comparison tells the same picture from another one', async () => {
  await image('convert blue.png again.webp --lossless');
  expect(JSON.parse((await image('compare blue.png again.webp')).stdout)).toMatchObject({ identical: true });
  await image('composite blue.png red.png spot.png --position centre');
  const different = JSON.parse((await image('compare blue.png spot.png')).stdout);
  expect(different).toMatchObject({ identical: false, visiblyDifferent: (40 * 40) / (200 * 100) });
});

test('an animation keeps its frames', async () => {
  const frames = await Promise.all(['blue.png', 'clear.png'].map((name) => sharp(shell.path(name)).toBuffer()));
  await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toFile(shell.path('moving.gif'));
  const small = await image('resize moving.gif small.webp --width 100');
  expect(JSON.parse(small.stdout)).toMatchObject({ width: 100, height: 50 });
  expect((await sharp(shell.path('small.webp')).metadata()).pages).toBe(2);
});

test.each([
  ['info gone.png', 1, 'image: gone.png: no such file'],
  ['info broken.png', 1, 'image: broken.png: not a picture'],
  ['resize blue.png blue.png --width 10', 1, 'image: blue.png: is also an input'],
  ['convert blue.png out.bmp', 1, 'image: out.bmp: the extension has to be one of'],
  ['canvas out.png --width 4 --height 4 --color blurple', 1, 'image: Unable to parse color'],
  ['resize blue.png out.png', 2, 'image: resize needs --width'],
  ['resize blue.png out.png --widht 3', 2, "image: Unknown option '--widht'"],
  ['resize blue.png out.png --width wide', 2, 'image: --width needs a whole number'],
  ['crop blue.png out.png --width 4 --height 4 --position up', 2, 'image: --position is one of'],
  ['paint', 2, 'image: unknown command paint'],
])('a mistake is one line that names it: %s', async (line, exitCode, message) => {
  await writeFile(shell.path('broken.png'), 'not a picture');
  const failed = await image(line);
  expect(failed).toMatchObject({ exitCode, stdout: '' });
  expect(failed.stderr.split('\n')).toHaveLength(1);
  expect(failed.stderr).toContain(message);
});
