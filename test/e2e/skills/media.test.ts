import { expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';
import { makeClip, makeMedia, probeMedia } from './media-file.ts';

needsPrograms('ffmpeg', 'ffprobe');

const ffmpeg = (line: string) => bash(`ffmpeg -nostdin -v error -y ${line}`);

test('two clips of different shapes are joined, and the sound is taken out as a file of its own', async () => {
  const run = await runScripted({
    skill: 'media',
    prompt: 'Put the square clip after the wide one; I also want the sound as MP3.',
    inputs: [
      { kind: 'video', name: 'wide.mp4', bytes: await makeClip(2) },
      {
        kind: 'video',
        name: 'square.webm',
        bytes: await makeMedia('s.webm', '-f lavfi -i testsrc=s=90x90:r=30:d=1 -c:v libvpx'),
      },
    ],
    turns: [
      [bash('node "$SKILL_DIR/scripts/probe.mjs" inputs/*')],
      [bash('node "$SKILL_DIR/scripts/concat.mjs" joined.mp4 inputs/wide.mp4 inputs/square.webm')],
      [ffmpeg('-i joined.mp4 -vn -c:a libmp3lame -q:a 2 sound.mp3')],
      [bash('node "$SKILL_DIR/scripts/probe.mjs" --decode joined.mp4 sound.mp3')],
      [setOutput('video', 'joined.mp4'), setOutput('audio', 'sound.mp3')],
      say('joined.mp4 (3 s) and its sound, sound.mp3.'),
    ],
  });
  expect(run.toolResults[3]).toMatchObject({ success: true, stderr: '' });
  expect(run.result.outputs).toMatchObject({ video: { mediaType: 'video/mp4' }, audio: { mediaType: 'audio/mpeg' } });
  const video = await probeMedia(await run.output('video'));
  expect(Number(video.format.duration)).toBeCloseTo(3, 0);
  expect(video.streams).toMatchObject([{ codec_name: 'h264', width: 320, height: 180 }, { codec_name: 'aac' }]);
  const audio = await probeMedia(await run.output('audio'));
  expect(audio.streams).toMatchObject([{ codec_name: 'mp3', codec_type: 'audio' }]);
  expect(Number(audio.format.duration)).toBeCloseTo(3, 0);
});

test('an exact cut is as long as it was asked to be', async () => {
  const run = await runScripted({
    skill: 'media',
    prompt: 'Seconds 1 to 2.5, please.',
    inputs: [{ kind: 'video', name: 'clip.mp4', bytes: await makeClip(4) }],
    turns: [
      [
        ffmpeg(
          '-ss 1 -i inputs/clip.mp4 -t 1.5 -c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -c:a aac cut.mp4',
        ),
      ],
      [setOutput('video', 'cut.mp4')],
      say('cut.mp4'),
    ],
  });
  const { format } = await probeMedia(await run.output('video'));
  expect(Math.abs(Number(format.duration) - 1.5)).toBeLessThan(0.1);
});

test('a cut-off recording is recognised, and a sound file is no video output', async () => {
  const clip = await makeClip(1);
  const run = await runScripted({
    skill: 'media',
    prompt: 'Make an MP4 of it.',
    inputs: [
      { kind: 'document', name: 'cut-off.mp4', bytes: clip.subarray(0, clip.length / 2) },
      { kind: 'audio', name: 'voice.mp3', bytes: await makeMedia('v.mp3', '-f lavfi -i sine=880:d=1') },
    ],
    turns: [
      [bash('node "$SKILL_DIR/scripts/probe.mjs" inputs/cut-off.mp4'), setOutput('video', 'inputs/voice.mp3')],
      say('cut-off.mp4 was not recorded to its end and cannot be read.'),
    ],
  });
  const [probed, refused] = run.toolResults;
  expect(probed).toMatchObject({ success: false, exitCode: 1 });
  expect(probed?.['stderr']).toMatch(/^probe: inputs\/cut-off\.mp4: not audio or video .*moov atom not found/);
  expect(refused).toMatchObject({ success: false, error: expect.stringContaining('audio/mpeg') });
  expect(run.result.outputs).toEqual({});
});
