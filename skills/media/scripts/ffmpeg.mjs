// Calls of ffmpeg and ffprobe that end in one line when they fail.
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `file:` keeps a name that looks like an option or a protocol (`-i.mp4`, `http:x`) a name. */
export const asFile = (path) => `file:${path}`;

export async function ffmpeg(args) {
  try {
    return await run('ffmpeg', ['-nostdin', '-hide_banner', '-v', 'error', ...args], { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    throw new Error(firstLine(error.stderr) || error.message, { cause: error });
  }
}

/** Container and streams of a media file; names the file when it is none. */
export async function probe(path) {
  if (!(await stat(path).catch(() => undefined))?.isFile()) {
    throw new Error(`${path}: no such file; "ls -R inputs" shows what there is`);
  }
  const shown = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', asFile(path)];
  try {
    return JSON.parse((await run('ffprobe', shown)).stdout);
  } catch (error) {
    throw new Error(`${path}: not audio or video that ffmpeg can read (${firstLine(error.stderr)})`, { cause: error });
  }
}

/** What a listener and a viewer would get; lengths in seconds. */
export async function describe(path) {
  const { format, streams } = await probe(path);
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition.attached_pic);
  return {
    file: path,
    container: format.format_name,
    seconds: Number(Number(format.duration ?? 0).toFixed(3)),
    bytes: Number(format.size),
    video: video && describeVideo(video),
    audio: streams.filter((stream) => stream.codec_type === 'audio').map(describeAudio),
    subtitles: streams.filter((stream) => stream.codec_type === 'subtitle').map(({ codec_name }) => codec_name),
  };
}

/** Phones store a turned picture with a rotation beside it: width and height are as seen. */
function describeVideo({ codec_name, width, height, avg_frame_rate, pix_fmt, side_data_list = [] }) {
  const rotation = side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const [seenWidth, seenHeight] = rotation % 180 === 0 ? [width, height] : [height, width];
  const [frames, seconds] = avg_frame_rate.split('/').map(Number);
  return {
    codec: codec_name,
    width: seenWidth,
    height: seenHeight,
    fps: seconds ? Number((frames / seconds).toFixed(3)) : 0,
    pixels: pix_fmt,
    ...(rotation && { rotation }),
  };
}

function describeAudio({ codec_name, channels, sample_rate, tags }) {
  return {
    codec: codec_name,
    channels,
    sampleRate: Number(sample_rate),
    ...(tags?.language && { language: tags.language }),
  };
}

function firstLine(text = '') {
  return text.trim().split('\n', 1)[0];
}
