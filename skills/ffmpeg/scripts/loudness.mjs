// Loudness after EBU R 128: measures, and normalises in two passes, which keeps the dynamics that one pass squeezes.
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';

const usage = `usage: node loudness.mjs IN [OUT] [--target LUFS] [--peak DBTP] [--codec NAME] [--bitrate RATE]
With IN alone prints its loudness as JSON: integrated (LUFS), peak (dBTP) and range (LU); null is silence.
With OUT too writes IN at --target (default -16; streaming -14, European broadcasting -23) with a true peak of at most
--peak (default -1.5), and prints the loudness of both. Video, subtitles and metadata are copied. The sound is encoded as
the extension of OUT suggests, or with --codec (libopus, aac, …) and --bitrate (128k).
Exit codes: 0 done, 1 it failed, 2 wrong usage.`;

/** Loudness range that loudnorm may keep without compressing, in LU; 20 leaves all but extreme recordings alone. */
const RANGE = 20;

const soundOnly = /\.(aac|aiff?|flac|m4a|mp3|oga|ogg|opus|wav)$/i;
/** Of the lines that ffmpeg prints when it fails, those that say why. */
const telling =
  /no such file|invalid data|matches no|unknown encoder|unable to find|permission denied|not supported|only .* supported/i;

const run = promisify(execFile);

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`loudness: ${error.message}`);
  process.exitCode = error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const text = { type: 'string' };
  const options = { target: text, peak: text, codec: text, bitrate: text, help: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ args: withNegativeNumbers(args), options, allowPositionals: true });
  if (values.help) return console.log(usage);
  const [input, out, ...rest] = positionals;
  if (input === undefined || rest.length > 0) {
    console.error(`loudness: needs IN and at most one OUT; ${usage.split('\n', 1)[0]}`);
    process.exitCode = 2;
    return;
  }
  const goal = `I=${number(values, 'target', -16)}:TP=${number(values, 'peak', -1.5)}:LRA=${RANGE}`;
  const measured = await measure(input, goal);
  if (out === undefined) return console.log(JSON.stringify(shown(input, measured)));
  if (out === input) throw new Error(`${out}: is also the input; choose another name for the result`);
  if (measured.input_i === '-inf') throw new Error(`${input}: is silent, there is nothing to normalise`);
  await normalise(input, out, goal, measured, values);
  console.log(JSON.stringify({ before: shown(input, measured), after: shown(out, await measure(out, goal)) }));
}

async function measure(file, goal) {
  const analysis = ['-map', '0:a:0', '-af', `loudnorm=${goal}:print_format=json`, '-f', 'null', '-'];
  const { stderr } = await ffmpeg(file, ['-v', 'info', '-i', `file:${file}`, ...analysis]);
  return JSON.parse(stderr.slice(stderr.lastIndexOf('{'), stderr.lastIndexOf('}') + 1));
}

async function normalise(input, out, goal, measured, { codec, bitrate }) {
  const { input_i, input_tp, input_lra, input_thresh, target_offset } = measured;
  const known = `measured_I=${input_i}:measured_TP=${input_tp}:measured_LRA=${input_lra}:measured_thresh=${input_thresh}`;
  const streams = soundOnly.test(out) ? ['0:a:0'] : ['0:v?', '0:a:0', '0:s?'];
  const filter = `loudnorm=${goal}:${known}:offset=${target_offset}:linear=true`;
  // The filter works at 192 kHz and would leave it at that. Opus has no 44.1 kHz.
  const opus = /opus/.test(codec ?? '') || /\.(opus|webm)$/i.test(out);
  const rate = opus ? '48000' : await sampleRate(input);
  const sound = ['-af', filter, '-ar', rate, ...(codec ? ['-c:a', codec] : []), ...(bitrate ? ['-b:a', bitrate] : [])];
  const maps = streams.flatMap((stream) => ['-map', stream]);
  const source = ['-v', 'error', '-y', '-i', `file:${input}`];
  await ffmpeg(out, [...source, ...maps, '-c:v', 'copy', '-c:s', 'copy', ...sound, `file:${out}`]);
}

async function sampleRate(file) {
  const shown = ['-select_streams', 'a:0', '-show_entries', 'stream=sample_rate', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, `file:${file}`]);
  return stdout.trim();
}

async function ffmpeg(file, args) {
  try {
    return await run('ffmpeg', ['-nostdin', '-hide_banner', '-nostats', ...args], { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const lines = (error.stderr ?? '').trim().split('\n');
    const reason = lines.find((line) => telling.test(line)) ?? (lines.at(-1) || error.message);
    throw new Error(`${file}: ${reason.replace(`file:${file}: `, '')}`, { cause: error });
  }
}

/** `--target -23` as `--target=-23`: to parseArgs the number would look like an option. */
function withNegativeNumbers(args) {
  const joined = [];
  for (const argument of args) {
    if (/^-\d/.test(argument) && joined.at(-1)?.startsWith('--')) joined.push(`${joined.pop()}=${argument}`);
    else joined.push(argument);
  }
  return joined;
}

function shown(file, { input_i, input_tp, input_lra }) {
  return { file, integrated: Number(input_i), peak: Number(input_tp), range: Number(input_lra) };
}

function number(values, name, fallback) {
  const value = Number(values[name] ?? fallback);
  if (!Number.isFinite(value)) throw new Error(`--${name} needs a number, not "${values[name]}"`);
  return value;
}
