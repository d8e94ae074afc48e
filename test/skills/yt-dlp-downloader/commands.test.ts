import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsPrograms } from '../../support/programs.ts';
import type { LoopbackServer } from '../loopback-server.ts';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { openVideoSite } from './video-site.ts';

needsPrograms('yt-dlp', 'ffmpeg', 'ffprobe');

let site: LoopbackServer;
let shell: SkillShell;

beforeAll(async () => {
  site = await openVideoSite();
  const addresses = { URL: `${site.url}/master.m3u8`, LIST_URL: `${site.url}/list.html` };
  shell = await openSkillShell('yt-dlp-downloader', addresses);
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test.each(await taughtCommands('yt-dlp-downloader'))(
  'the commands that the skill teaches work: $name',
  async ({ command }) => {
    expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
  },
);

test('what was downloaded has the length and the lines that were asked for', async () => {
  const probe = async (name: string, entries: string) =>
    (
      await execa('ffprobe', [
        '-v',
        'error',
        '-select_streams',
        'v',
        '-show_entries',
        entries,
        '-of',
        'csv=p=0',
        shell.path(name),
      ])
    ).stdout;
  expect(await probe('video.mp4', 'stream=height')).toBe('180');
  expect(await probe('small.mp4', 'stream=height')).toBe('90');
  expect(Math.abs(Number(await probe('part.mp4', 'format=duration')) - 2)).toBeLessThan(0.3);
  expect((await shell.run('ls item-*')).stdout).toBe('item-02.mp4');
});

test('nothing but the downloads is left in the workspace', async () => {
  expect((await shell.run("find . -mindepth 1 -name '.*'; find . -name '*.part*'")).stdout).toBe('');
});
