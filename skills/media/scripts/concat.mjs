// Joins clips of any formats: ffmpeg's own concat wants them all alike, so each is first brought to one shape.
import { parseArgs } from 'node:util';
import { asFile, describe, ffmpeg } from './ffmpeg.mjs';

const usage = `usage: node concat.mjs OUT IN IN… [--width N] [--height N] [--fps N]
Joins the clips in order. Size and frame rate are those of the first clip unless given; other shapes are scaled to fit
and padded with black, and a clip without sound is silent for its length. Clips without video make an audio file.
Prints one JSON line about OUT. Exit codes: 0 done, 1 it failed, 2 wrong usage.`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`concat: ${error.message}`);
  process.exitCode = error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const text = { type: 'string' };
  const options = { width: text, height: text, fps: text, help: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  const [out, ...inputs] = positionals;
  if (inputs.length < 2) {
    console.error(`concat: needs OUT and at least two clips; ${usage.split('\n', 1)[0]}`);
    process.exitCode = 2;
    return;
  }
  if (inputs.includes(out)) throw new Error(`${out}: is also an input; choose another name for the result`);
  const clips = await Promise.all(inputs.map(describe));
  const filters = clips.some((clip) => clip.video) ? videoFilters(clips, values) : audioFilters(clips);
  const sources = inputs.flatMap((input) => ['-i', asFile(input)]);
  await ffmpeg(['-y', ...sources, '-filter_complex', filters.graph, ...filters.outputs, asFile(out)]);
  console.log(JSON.stringify(await describe(out)));
}

function videoFilters(clips, values) {
  const soundOnly = clips.find((clip) => !clip.video);
  if (soundOnly) throw new Error(`${soundOnly.file}: has no video, but others have; leave it out or give it a picture`);
  const first = clips[0].video;
  // Encoders for 4:2:0 pixels want even sizes.
  const width = even(values.width ?? first.width);
  const height = even(values.height ?? first.height);
  const fps = Number(values.fps ?? first.fps);
  const pieces = clips.map((clip, index) => {
    const shape = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`;
    const sound =
      clip.audio.length > 0 ? `[${index}:a:0]` : `anullsrc=r=48000:cl=stereo,atrim=duration=${clip.seconds},`;
    return [
      `[${index}:v:0]${shape},setsar=1,fps=${fps},format=yuv420p[v${index}]`,
      `${sound}aformat=sample_rates=48000:channel_layouts=stereo[a${index}]`,
    ].join(';');
  });
  const pads = clips.map((_, index) => `[v${index}][a${index}]`).join('');
  return {
    graph: `${pieces.join(';')};${pads}concat=n=${clips.length}:v=1:a=1[v][a]`,
    outputs: ['-map', '[v]', '-map', '[a]', '-movflags', '+faststart'],
  };
}

function audioFilters(clips) {
  const silent = clips.find((clip) => clip.audio.length === 0);
  if (silent) throw new Error(`${silent.file}: has neither audio nor video`);
  const pieces = clips.map((_, index) => `[${index}:a:0]aformat=sample_rates=48000:channel_layouts=stereo[a${index}]`);
  const pads = clips.map((_, index) => `[a${index}]`).join('');
  return { graph: `${pieces.join(';')};${pads}concat=n=${clips.length}:v=0:a=1[a]`, outputs: ['-map', '[a]'] };
}

function even(value) {
  const size = Number(value);
  if (!Number.isInteger(size) || size < 2) throw new Error(`--width and --height need whole numbers, not "${value}"`);
  return size - (size % 2);
}
