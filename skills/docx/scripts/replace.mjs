import { parseArgs } from 'node:util';
import { Problem, runScript, wrongUsage } from './cli.mjs';
import { readEdits } from './edits.mjs';
import { KIND } from './kind.mjs';
import { openPackage } from './package-file.mjs';
import { idsAfter, replaceText } from './replace-text.mjs';
import { textParts } from './word-text.mjs';

const HELP = `Usage: replace.mjs IN.docx OUT.docx --find TEXT --with TEXT [options]
       replace.mjs IN.docx OUT.docx --edits EDITS.json [options]

Replaces text in the body, tables, text boxes, headers, footers and notes. All else stays as it is: formatting, styles,
tracked changes, comments. A text is found also where Word has split it. Upper and lower case count; typographic quotes
and hard spaces are matched by plain ones. Deleted (tracked) text is not searched.

EDITS.json is [{"find": "…", "with": "…"}, …], applied in order.

  --track AUTHOR   make the replacements tracked changes, for a person to accept or reject
  -h, --help       this text

Prints {"out", "edits": [{"find", "replaced"}]}. A text that is found nowhere is an error, and nothing is written.`;

await runScript('replace', HELP, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      find: { type: 'string' },
      with: { type: 'string' },
      edits: { type: 'string' },
      track: { type: 'string' },
    },
  });
  const [input, output] = positionals;
  if (input === undefined || output === undefined) throw wrongUsage('Name IN.docx and OUT.docx.');
  const edits = await readEdits(values);
  const file = await openPackage(input, KIND);
  const parts = textParts(file.names()).map((name) => ({ name, document: file.xml(name) }));
  const track = values.track === undefined ? undefined : trackedBy(values.track, parts);

  const counted = edits.map((edit) => ({
    find: edit.find,
    replaced: parts.reduce((sum, { document }) => sum + replaceText(document, edit.find, edit.with, track), 0),
  }));
  const missing = counted.filter(({ replaced }) => replaced === 0).map(({ find }) => JSON.stringify(find));
  if (missing.length > 0) {
    throw new Problem(
      `${input}: not found: ${missing.join(', ')}. Nothing is written. Copy the text from read.mjs; one edit cannot span two paragraphs.`,
    );
  }
  for (const { name, document } of parts) file.setXml(name, document);
  await file.save(output);
  console.log(JSON.stringify({ out: output, edits: counted }));
});

function trackedBy(author, parts) {
  const date = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  return { author, date, nextId: idsAfter(parts.map(({ document }) => document)) };
}
