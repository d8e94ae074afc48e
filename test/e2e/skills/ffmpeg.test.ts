import { execa } from 'execa';
import { expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';
import { makeClip, makeMedia, probeMedia } from './media-file.ts';

needsPrograms('ffmpeg', 'ffprobe');

const ffmpeg = (line: string) => bash(`ffmpeg -nostdin -v error -y ${line}`);

/** Integrated loudness in LUFS, by another filter than the one that normalises. */
async function loudness(path: string): Promise<number> {
  const { stderr } = await execa('ffmpeg', ['-i', path, '-af', 'ebur128', '-f', 'null', '-']);
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1]);
}

/** Mean colour of a frame's rectangle, as red, green and blue. */
async function colour(path: string, second: number, crop: string): Promise<number[]> {
  const filters = `crop=${crop},scale=1:1:flags=area`;
  const frame = ['-v', 'error', '-ss', String(second), '-i', path, '-vf', filters, '-frames:v', '1'];
  const { stdout } = await execa('ffmpeg', [...frame, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], {
    encoding: 'buffer',
  });
  return [...stdout];
}

test('a clip gets a logo by a filter graph, chapters, and the loudness of streaming', async () => {
  const chapters =
    ';FFMETADATA1\\n[CHAPTER]\\nTIMEBASE=1/1000\\nSTART=0\\nEND=2000\\ntitle=Start\\n[CHAPTER]\\nTIMEBASE=1/1000\\nSTART=2000\\nEND=4000\\ntitle=End\\n';
  const run = await runScripted({
    skill: 'ffmpeg',
    prompt: 'Logo top right during the first two seconds, -14 LUFS, two chapters.',
    inputs: [
      { kind: 'video', name: 'clip.mp4', bytes: await makeClip(4) },
      {
        kind: 'image',
        name: 'logo.png',
        bytes: await makeMedia('logo.png', '-f lavfi -i color=red:s=64x64 -frames:v 1'),
      },
    ],
    turns: [
      [bash('ffprobe -v error -show_entries stream=width,height -of csv=p=0 inputs/clip.mp4')],
      [
        ffmpeg(
          `-i inputs/clip.mp4 -i inputs/logo.png -filter_complex "[0:v][1:v]overlay=W-w-8:8:enable='lt(t,2)',format=yuv420p[v]" -map '[v]' -map 0:a -c:v libx264 -preset veryfast -crf 20 -c:a copy logo.mp4`,
        ),
      ],
      [bash('node "$SKILL_DIR/scripts/loudness.mjs" logo.mp4 loud.mp4 --target -14')],
      [
        bash(
          `printf '${chapters}' > chapters.txt && ffmpeg -nostdin -v error -y -i loud.mp4 -i chapters.txt -map 0 -map_metadata 1 -map_chapters 1 -c copy final.mp4`,
        ),
      ],
      [ffmpeg('-xerror -i final.mp4 -f null -'), setOutput('video', 'final.mp4')],
      say('final.mp4 at -14 LUFS.'),
    ],
  });
  expect(run.toolResults.map(({ success }) => success)).toEqual(Array(6).fill(true));
  const path = await run.output('video');
  expect(await probeMedia(path)).toMatchObject({
    chapters: [{ tags: { title: 'Start' } }, { tags: { title: 'End' } }],
  });
  expect(Math.abs((await loudness(path)) + 14)).toBeLessThan(0.7);
  const [early, late] = [await colour(path, 1, '40:40:260:20'), await colour(path, 3, '40:40:260:20')];
  expect(early[0]).toBeGreaterThan(220);
  expect(early[2]).toBeLessThan(40);
  expect(late).not.toEqual(early);
});

test('an HLS ladder plays from its playlist, and one file of it is handed over', async () => {
  const run = await runScripted({
    skill: 'ffmpeg',
    prompt: 'Two renditions as HLS, please.',
    inputs: [{ kind: 'video', name: 'clip.mp4', bytes: await makeClip(4, '640x360') }],
    turns: [
      [
        ffmpeg(
          "-i inputs/clip.mp4 -filter_complex '[0:v]split=2[h][l];[h]scale=-2:360[hi];[l]scale=-2:180[lo]' -map '[hi]' -map 0:a -map '[lo]' -map 0:a -c:v libx264 -preset veryfast -b:v:0 800k -b:v:1 250k -force_key_frames 'expr:gte(t,n_forced*2)' -sc_threshold 0 -c:a aac -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_filename '%v_%03d.ts' -master_pl_name master.m3u8 -var_stream_map 'v:0,a:0,name:high v:1,a:1,name:low' '%v.m3u8'",
        ),
      ],
      [bash('cat master.m3u8; ls *.ts; ffprobe -v error -show_entries format=duration -of csv=p=0 low.m3u8')],
      [ffmpeg('-i high.m3u8 -c copy -movflags +faststart high.mp4')],
      [setOutput('video', 'high.mp4')],
      say('master.m3u8 with two renditions.'),
    ],
  });
  const listing = String(run.toolResults[1]?.['stdout']);
  expect(listing.match(/RESOLUTION=\d+x\d+/g)).toEqual(['RESOLUTION=640x360', 'RESOLUTION=320x180']);
  expect(listing).toContain('high_001.ts');
  expect(listing).toMatch(/\n4\.\d+$/m);
  expect((await probeMedia(await run.output('video'))).streams).toMatchObject([{ height: 360 }, { codec_name: 'aac' }]);
});

test('a clip without sound is reported with the reason, not normalised', async () => {
  const run = await runScripted({
    skill: 'ffmpeg',
    prompt: 'Normalise the loudness.',
    inputs: [
      {
        kind: 'video',
        name: 'mute.mp4',
        bytes: await makeMedia('m.mp4', '-f lavfi -i testsrc=s=64x64:d=1 -c:v libx264'),
      },
    ],
    turns: [
      [bash('node "$SKILL_DIR/scripts/loudness.mjs" inputs/mute.mp4 loud.mp4')],
      [setOutput('video', 'loud.mp4')],
      say('mute.mp4 has no sound.'),
    ],
  });
  expect(run.toolResults[0]).toMatchObject({
    success: false,
    stderr: expect.stringContaining("loudness: inputs/mute.mp4: Stream map '0:a:0' matches no streams"),
  });
  expect(run.toolResults[1]).toMatchObject({ success: false });
  expect(run.result.outputs).toEqual({});
});
