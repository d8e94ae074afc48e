// Picture work from the command line, on libvips through sharp. `node image.mjs --help` lists the commands.
import { commands } from './commands.mjs';
import { UsageError, parse, usageOf } from './usage.mjs';

const [name, ...rest] = process.argv.slice(2);

try {
  if (name === undefined || name === '--help' || name === 'help') {
    console.log(overview());
  } else if (!Object.hasOwn(commands, name)) {
    throw new UsageError(`unknown command ${name}; the commands are ${Object.keys(commands).join(', ')}`);
  } else if (rest.includes('--help')) {
    console.log(usageOf(name, commands[name]));
  } else {
    const { operands, options } = parse(name, commands[name], rest);
    for (const line of [await commands[name].run(operands, options)].flat()) console.log(JSON.stringify(line));
  }
} catch (error) {
  console.error(`image: ${error.message.split('\n')[0]}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function overview() {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'usage: node image.mjs COMMAND …   (node image.mjs COMMAND --help explains one)',
    ...lines,
    '',
    'Formats follow the extension of OUT: jpg, png, webp, avif, gif, tiff. Every command turns pictures upright by their',
    'EXIF orientation, never overwrites its input, and prints one JSON line for each file that it made or looked at.',
    'Exit codes: 0 done, 1 it failed, 2 wrong usage.',
  ].join('\n');
}
