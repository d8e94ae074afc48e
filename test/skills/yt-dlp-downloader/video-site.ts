import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { execa } from 'execa';
import { serve, type LoopbackServer } from '../loopback-server.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
};

const clip =
  '-f lavfi -i testsrc2=s=320x180:r=25:d=4 -f lavfi -i sine=440:d=4 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac';
const ladder =
  '-filter_complex [0:v]split=2[h][l];[h]null[hi];[l]scale=-2:90[lo] -map [hi] -map 0:a -map [lo] -map 0:a -c:v libx264 -preset ultrafast -b:v:0 400k -b:v:1 100k -c:a aac -f hls -hls_time 2 -hls_playlist_type vod';

const page = (...videos: string[]) =>
  `<!doctype html><title>A page</title>${videos.map((video) => `<video src="${video}" controls></video>`).join('')}`;

/**
 * A site on loopback with 4 s of video: `/clip.mp4`, `/master.m3u8` (180 and 90 lines), `/page.html` that shows the clip,
 * `/list.html` that shows two, `/script.html` that
 * names the stream in a script only, `/text.html` without any. The stream of the script wants to know its page. Asks for no login, except at `/members.mp4`.
 */
export async function openVideoSite(): Promise<LoopbackServer> {
  const folder = await mkdtemp(join(tmpdir(), 'skillrun-videos-'));
  const ffmpeg = (...args: string[]) => execa('ffmpeg', ['-nostdin', '-v', 'error', ...args], { cwd: folder });
  await ffmpeg(...clip.split(' '), 'clip.mp4');
  await ffmpeg(
    '-i',
    'clip.mp4',
    ...ladder.split(' '),
    '-hls_segment_filename',
    '%v_%d.ts',
    '-master_pl_name',
    'master.m3u8',
    '-var_stream_map',
    'v:0,a:0 v:1,a:1',
    '%v.m3u8',
  );
  const pages: Record<string, string> = {
    '/page.html': page('clip.mp4'),
    '/list.html': page('clip.mp4', 'clip.mp4?again'),
    '/text.html': page(),
    '/script.html': `${page()}<script>start({ "stream": "\\/master.m3u8?of=page" })</script>`,
  };
  const server = await serve(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    const stranger = search === '?of=page' && !request.headers.referer?.endsWith('/script.html');
    if (pathname === '/members.mp4' || stranger) return void response.writeHead(403).end();
    const html = pages[pathname];
    const body = html ?? (await readFile(join(folder, pathname.slice(1).replaceAll('/', ''))).catch(() => undefined));
    if (body === undefined) return void response.writeHead(404).end();
    const type = types[extname(pathname)] ?? 'text/plain';
    return void response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
