import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Problem, readInput, runScript, wrongUsage } from './cli.mjs';
import { detectFormat } from './read/format.mjs';

const HELP = `Usage: extract.mjs FILE... [options]

Prints the text of pdf, docx, pptx, xlsx, html, csv, markdown and other text files as Markdown.

  --pages A-B    only these pages, slides or sheets (1-based; "3", "2-5", "4-")
  --layout       pdf: keep the columns of the page (needs pdftotext)
  --json         one JSON document: [{file, format, units: [{label, text}], notes: []}]
  --out FILE     write to a file and print one line about each document
  -h, --help     this text`;

/** Loaded when they are needed: the libraries behind them are slow to start. */
const readers = {
  pdf: async () => (await import('./read/pdf.mjs')).readPdf,
  docx: async () => (await import('./read/word.mjs')).readWord,
  pptx: async () => (await import('./read/slides.mjs')).readSlides,
  xlsx: async () => (await import('./read/sheets.mjs')).readSheets,
  html: async () => (await import('./read/page.mjs')).readPage,
  text: async () => (await import('./read/plain.mjs')).readPlain,
};

/** Reads one file: `{file, format, units: [{label, text}], notes}`. A unit is a page, a slide, a sheet or the whole. */
async function extract(file, { range, layout }) {
  const bytes = await readInput(file);
  const format = await detectFormat(file, bytes);
  try {
    const read = await readers[format]();
    const { units, notes } = await read(bytes, { file, layout });
    const chosen = range === undefined ? units : units.slice(range.first - 1, range.last);
    if (chosen.length === 0) throw new Problem(`has ${units.length} pages, slides or sheets, so --pages finds none`);
    return { file, format, units: chosen, notes };
  } catch (error) {
    const reason = error instanceof Problem ? error.message : `cannot be read as ${format}: ${error.message}`;
    throw new Problem(`${file}: ${reason}`);
  }
}

function parseRange(text) {
  const match = /^(\d+)(-(\d*))?$/.exec(text);
  if (match === null || match[1] === '0') throw wrongUsage(`--pages ${text}: write it like 3, 2-5 or 4-.`);
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : match[3] === '' ? Infinity : Number(match[3]);
  if (last < first) throw wrongUsage(`--pages ${text}: ends before it begins.`);
  return { first, last };
}

function markdownOf(document, withName) {
  const parts = document.units.map(({ label, text }) => (label === '' ? text : `<!-- ${label} -->\n${text}`));
  const name = withName ? `<!-- file: ${document.file} -->\n` : '';
  return `${name}${parts.join('\n\n')}\n`;
}

function summary({ file, format, units, notes }) {
  const characters = units.reduce((sum, unit) => sum + unit.text.length, 0);
  return [`${file}: ${format}, ${units.length} unit(s), ${characters} characters`, ...notes].join('. ');
}

await runScript('extract', HELP, async (args) => {
  const { values, positionals: files } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      pages: { type: 'string' },
      layout: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  if (files.length === 0) throw wrongUsage('Name at least one file.');
  const range = values.pages === undefined ? undefined : parseRange(values.pages);
  const documents = [];
  for (const file of files) documents.push(await extract(file, { range, layout: values.layout }));

  const text = values.json
    ? `${JSON.stringify(documents, null, 2)}\n`
    : documents.map((document) => markdownOf(document, files.length > 1)).join('\n');
  if (values.out === undefined) {
    process.stdout.write(text);
    for (const { file, notes } of documents) for (const note of notes) console.error(`note: ${file}: ${note}`);
    return;
  }
  await writeFile(values.out, text);
  for (const document of documents) console.log(summary(document));
  console.log(`wrote ${values.out}`);
});
