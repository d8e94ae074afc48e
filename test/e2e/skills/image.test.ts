import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';

const image = (line: string) => bash(`node "$SKILL_DIR/scripts/image.mjs" ${line}`);

/** A sea in blue noise, as a phone stores an upright photo: lying, with a turn in its EXIF. */
const photo = () =>
  sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#2266aa',
      noise: { type: 'gaussian', mean: 90, sigma: 20 },
    },
  })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();

test('a photo becomes a captioned WebP of the size that was asked for', async () => {
  const run = await runScripted({
    skill: 'image',
    prompt: 'Make a 300 pixels wide WebP of my photo, with "Harbour" on it.',
    inputs: [{ kind: 'image', name: 'my photo.jpg', bytes: await photo() }],
    turns: [
      [image("info 'inputs/my photo.jpg'")],
      [image("resize 'inputs/my photo.jpg' small.png --width 300")],
      [image("text small.png final.webp --text Harbour --size 40 --box '#000' --position south")],
      [
        image('info final.webp'),
        bash(
          'node "$SKILL_DIR/scripts/image.mjs" convert small.png plain.webp && node "$SKILL_DIR/scripts/image.mjs" compare plain.webp final.webp',
        ),
      ],
      [setOutput('image', 'final.webp')],
      say('final.webp: 300x400 pixels, with the caption.'),
    ],
  });
  expect(JSON.parse(String(run.toolResults[0]?.['stdout']))).toMatchObject({ width: 600, height: 800, orientation: 6 });
  expect(run.result).toMatchObject({ status: 'completed', iterations: 6 });
  expect(run.result.outputs.image).toMatchObject({ kind: 'image', mediaType: 'image/webp', path: 'final.webp' });
  const made = sharp(await run.output('image'));
  expect(await made.metadata()).toMatchObject({ format: 'webp', width: 300, height: 400 });
  const [caption, sea] = await Promise.all(
    [320, 100].map(
      async (top) =>
        (await sharp(await made.clone().extract({ left: 100, top, width: 100, height: 60 }).toBuffer()).stats())
          .channels,
    ),
  );
  expect(caption?.[0]?.max).toBeGreaterThan(240);
  expect(caption?.[2]?.min).toBeLessThan(20);
  expect(sea?.[2]?.mean).toBeGreaterThan(60);
});

test('a file that is no picture is named to the model, which ends without an output', async () => {
  const run = await runScripted({
    skill: 'image',
    prompt: 'Turn scan.png into a JPEG.',
    inputs: [{ kind: 'document', name: 'scan.png', bytes: Buffer.from('<html>404</html>') }],
    turns: [
      [image('convert inputs/scan.png scan.jpg'), setOutput('image', 'scan.jpg')],
      [setOutput('image', 'inputs/scan.png')],
      say('inputs/scan.png is a web page, not a picture.'),
    ],
  });
  const [converted, missing, wrong] = run.toolResults;
  expect(converted).toMatchObject({ success: false, exitCode: 1 });
  expect(converted?.['stderr']).toContain('inputs/scan.png: not a picture that can be read here');
  expect(missing).toMatchObject({ success: false });
  expect(wrong).toMatchObject({ success: false });
  expect(run.result).toMatchObject({ status: 'completed', outputs: {} });
});
