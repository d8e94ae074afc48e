import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from 'cheerio';
import { marked } from 'marked';
import { Problem, readInput, runScript, wrongUsage } from './cli.mjs';
import { decodeText } from './read/plain.mjs';
import { cleanBody } from './write/clean-body.mjs';
import { embedPictures } from './write/pictures.mjs';

const HELP = `Usage: write.mjs IN.md|IN.html OUT.html|OUT.docx|OUT.pdf [options]

Writes a document from Markdown (tables, nested lists, code, quotes, local pictures) or from simple HTML.
Scripts and event handlers are dropped. Pictures are files at paths relative to IN; they are embedded.

  --title TEXT       title of the document (default: the first heading)
  --page A4|LETTER   size of the page for docx and pdf (default A4)
  -h, --help         this text`;

const PAGE_SIZES = ['A4', 'LETTER'];
const writers = {
  '.html': async () => (await import('./write/page.mjs')).writePage,
  '.docx': async () => (await import('./write/word.mjs')).writeWord,
  '.pdf': async () => (await import('./write/pdf.mjs')).writePdf,
};

await runScript('write', HELP, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { title: { type: 'string' }, page: { type: 'string', default: 'A4' } },
  });
  const [input, output, ...rest] = positionals;
  if (input === undefined || output === undefined || rest.length > 0) throw wrongUsage('Name one IN and one OUT.');
  const pageSize = values.page.toUpperCase();
  if (!PAGE_SIZES.includes(pageSize)) throw wrongUsage(`--page ${values.page}: one of ${PAGE_SIZES.join(', ')}.`);
  const writer = writers[extname(output).toLowerCase()];
  if (writer === undefined) throw wrongUsage(`${output}: OUT ends in .html, .docx or .pdf.`);

  const { text } = decodeText(await readInput(input));
  const isHtml = ['.html', '.htm'].includes(extname(input).toLowerCase());
  const $ = load(isHtml ? text : await marked.parse(text));
  cleanBody($);
  await embedPictures($, dirname(input));
  if ($('body').text().trim() === '' && $('img').length === 0) throw new Problem(`${input}: has no text to write`);
  const title = values.title ?? ($('h1, h2').first().text().trim() || basename(input, extname(input)));

  const write = await writer();
  const { bytes, notes } = await write($, { title, pageSize });
  await writeFile(output, bytes);
  for (const note of notes) console.error(`note: ${note}`);
  console.log(`wrote ${output}: ${bytes.length} bytes, title "${title}"`);
});
