// Says what audio and video files hold, one JSON line each.
import { parseArgs } from 'node:util';
import { asFile, describe, ffmpeg } from './ffmpeg.mjs';

const usage = `usage: node probe.mjs [--decode] FILE…
Prints container, seconds, bytes, video, audio and subtitles of each file as one JSON line.
--decode also plays each file to its end and fails when a frame is damaged: the check before a file is handed over.
Exit codes: 0 all is well, 1 a file is missing, unreadable or damaged, 2 wrong usage.`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`probe: ${error.message}`);
  process.exitCode = error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const options = { decode: { type: 'boolean' }, help: { type: 'boolean' } };
  const { values, positionals: files } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  if (files.length === 0) {
    console.error(`probe: no file given; ${usage.split('\n', 1)[0]}`);
    process.exitCode = 2;
  }
  for (const file of files) {
    try {
      console.log(JSON.stringify(await describe(file)));
      if (values.decode) await playThrough(file);
    } catch (error) {
      console.error(`probe: ${error.message}`);
      process.exitCode = 1;
    }
  }
}

async function playThrough(file) {
  const { stderr } = await ffmpeg(['-i', asFile(file), '-map', '0:v?', '-map', '0:a?', '-f', 'null', '-']);
  if (stderr.trim()) throw new Error(`${file}: damaged: ${stderr.trim().split('\n', 1)[0]}`);
}
