import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoopbackServer } from '../../skills/loopback-server.ts';
import { taughtCommands } from '../../skills/skill-shell.ts';
import { openVideoSite } from '../../skills/yt-dlp-downloader/video-site.ts';
import { needsPrograms } from '../../support/programs.ts';
import { bash, runScripted, say, setOutput } from '../../support/scripted-run.ts';
import { probeMedia } from './media-file.ts';

needsPrograms('yt-dlp', 'ffmpeg', 'ffprobe');

let site: LoopbackServer;
beforeAll(async () => {
  site = await openVideoSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const scanPage = (await taughtCommands('yt-dlp-downloader')).at(-1)?.command ?? '';
const download = (line: string) => bash(`yt-dlp --no-config --no-cache-dir --no-playlist --no-progress ${line}`);

test('a stream is downloaded in the quality that was asked for, and handed over', async () => {
  const run = await runScripted({
    skill: 'yt-dlp-downloader',
    prompt: 'The video, at most 100 lines high.',
    variables: { URL: `${site.url}/master.m3u8` },
    turns: [
      [download(`--simulate --print '%(duration)s' "$URL"`), download('-F "$URL"')],
      [
        download(
          `-q --no-warnings -f 'bv*[height<=?100]+ba/b[height<=?100]/b' --merge-output-format mp4 -o 'video.%(ext)s' --print after_move:filepath "$URL"`,
        ),
      ],
      [bash('ffmpeg -nostdin -v error -i video.mp4 -map 0 -f null -'), setOutput('video', 'video.mp4')],
      say('video.mp4: 4 s, 160x90.'),
    ],
  });
  expect(run.toolResults[0]).toMatchObject({ success: true, stdout: '4\n' });
  expect(run.toolResults[1]?.['stdout']).toContain('320x180');
  expect(run.toolResults[2]?.['stdout']).toMatch(/\/video\.mp4\n$/);
  expect(run.toolResults[3]).toMatchObject({ success: true, stderr: '' });
  expect(run.result.outputs).toMatchObject({ video: { mediaType: 'video/mp4', path: 'video.mp4' } });
  const { format, streams } = await probeMedia(await run.output('video'));
  expect(Number(format.duration)).toBeCloseTo(4, 0);
  expect(streams.find((stream) => stream.codec_type === 'video')).toMatchObject({ codec_name: 'h264', height: 90 });
  expect(streams.find((stream) => stream.codec_type === 'audio')).toMatchObject({ codec_name: 'aac' });
});

test('the video of a page is found', async () => {
  const run = await runScripted({
    skill: 'yt-dlp-downloader',
    prompt: 'The video of this page.',
    variables: { URL: `${site.url}/page.html` },
    turns: [
      [download(`-q --no-warnings -f b -o 'video.%(ext)s' --print after_move:filepath "$URL"`)],
      [setOutput('video', 'video.mp4')],
      say('video.mp4'),
    ],
  });
  expect((await probeMedia(await run.output('video'))).streams).toMatchObject([{ height: 180 }, { codec_name: 'aac' }]);
});

test('a stream that only a script of the page names is found and downloaded', async () => {
  const run = await runScripted({
    skill: 'yt-dlp-downloader',
    prompt: 'The video of this page.',
    variables: { URL: `${site.url}/script.html` },
    turns: [
      [download('-q "$URL"'), bash(scanPage)],
      [
        download(
          `-q --no-warnings --referer "$URL" -f wv*+wa/w -o 'video.%(ext)s' --print after_move:filepath "\${URL%/*}/master.m3u8?of=page"`,
        ),
      ],
      [setOutput('video', 'video.mp4')],
      say('video.mp4'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, stderr: expect.stringContaining('ERROR: Unsupported URL') },
    { success: true, stdout: '/master.m3u8?of=page\n' },
    { success: true },
    { success: true },
  ]);
  const { streams } = await probeMedia(await run.output('video'));
  expect(streams.find((stream) => stream.codec_type === 'video')).toMatchObject({ height: 90 });
});

test('a page without video, a missing file, a login and a skipped download are told apart', async () => {
  const run = await runScripted({
    skill: 'yt-dlp-downloader',
    prompt: 'Try these.',
    variables: { SITE: site.url },
    turns: [
      [
        download('-q "$SITE/text.html"'),
        download('-q "$SITE/gone.mp4"'),
        download('-q "$SITE/members.mp4"'),
        download('-q --max-filesize 1k -o skipped.mp4 "$SITE/clip.mp4"; ls skipped.mp4'),
      ],
      [setOutput('video', 'skipped.mp4')],
      say('None of them could be had.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, exitCode: 1, stderr: expect.stringContaining('ERROR: Unsupported URL') },
    { success: false, exitCode: 1, stderr: expect.stringContaining('HTTP Error 404') },
    { success: false, exitCode: 1, stderr: expect.stringContaining('HTTP Error 403') },
    { success: false, exitCode: 2, stderr: expect.stringContaining('skipped.mp4') },
    { success: false },
  ]);
  expect(run.result.outputs).toEqual({});
});
