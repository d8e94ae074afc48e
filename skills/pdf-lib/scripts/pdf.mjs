import { parseArgs } from 'node:util';
import { runScript, wrongUsage } from './cli.mjs';

const HELP = `Usage: pdf.mjs COMMAND …

  info FILE                          pages, sizes, rotation, metadata, form fields as JSON
  text FILE [--pages LIST]           the text, page by page
  merge OUT IN[:LIST]…               join files; with one IN and a LIST: pick, drop and reorder pages
  split IN FOLDER [--every N]        one file per N pages (default 1)
  rotate IN OUT --by 90|180|270 [--pages LIST]            clockwise, on top of what is there
  stamp IN OUT --text TEXT | --image FILE [options]       watermark, page numbers, signature, header
      --pages LIST          default all
      --at PLACE            center (default), top|bottom -left|-center|-right, e.g. bottom-right
      --size N              text: points (default 48); image: width in points (default 150)
      --angle N             degrees, counter-clockwise (default 0)
      --opacity N           0 to 1 (default 1)
      --color HEX           of text, like #cc0000 (default #000000)
      TEXT may hold {page} and {pages}
  fields FILE                        the form fields: name, type, value, options
  fill IN OUT --values FILE [--flatten]   fill a form from JSON {"name": "text" | true | ["choice"]}
  metadata IN OUT [--title T] [--author A] [--subject S] [--keywords "a, b"]
  images OUT PICTURE… [--page A4|LETTER|fit]              a page per picture

LIST counts from 1: 3  2-5  4-  1,3,7-9  5-1 (backwards). No command changes IN; OUT is replaced.`;

const commands = {
  info: () => import('./commands/info.mjs'),
  text: () => import('./commands/text.mjs'),
  merge: () => import('./commands/merge.mjs'),
  split: () => import('./commands/split.mjs'),
  rotate: () => import('./commands/rotate.mjs'),
  stamp: () => import('./commands/stamp.mjs'),
  fields: () => import('./commands/fields.mjs'),
  fill: () => import('./commands/fill.mjs'),
  metadata: () => import('./commands/metadata.mjs'),
  images: () => import('./commands/images.mjs'),
};

await runScript('pdf', HELP, async ([name, ...args]) => {
  const load = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (load === undefined) throw wrongUsage(name === undefined ? 'Name a command.' : `Unknown command ${name}.`);
  const { options = {}, operands, run } = await load();
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [least, most = least] = operands;
  if (positionals.length < least || positionals.length > most) throw wrongUsage(`${name}: wrong number of files.`);
  await run(positionals, values);
});
