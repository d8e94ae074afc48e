import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

/** The bytes of a media file that ffmpeg makes with these arguments, which are split at spaces. */
export async function makeMedia(name: string, source: string): Promise<Uint8Array> {
  const path = join(await temporaryFolder(), name);
  await execa('ffmpeg', ['-nostdin', '-v', 'error', ...source.split(' '), path]);
  return await readFile(path);
}

/** A colourful clip with a tone. */
export function makeClip(seconds: number, size = '320x180'): Promise<Uint8Array> {
  const sources = `-f lavfi -i testsrc2=s=${size}:r=25:d=${seconds} -f lavfi -i sine=440:d=${seconds}`;
  return makeMedia('clip.mp4', `${sources} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac`);
}

interface Probed {
  format: { duration: string; format_name: string };
  streams: { codec_name: string; codec_type: string; width?: number; height?: number; channels?: number }[];
  chapters: { tags: { title: string } }[];
}

/** What ffprobe reads in a file. */
export async function probeMedia(path: string): Promise<Probed> {
  const shown = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', path];
  return JSON.parse((await execa('ffprobe', shown)).stdout) as Probed;
}
