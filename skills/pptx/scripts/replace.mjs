import { parseArgs } from 'node:util';
import { Problem, runScript, wrongUsage } from './cli.mjs';
import { readEdits } from './edits.mjs';
import { KIND } from './kind.mjs';
import { openPackage } from './package-file.mjs';
import { replaceText } from './replace-text.mjs';
import { slidesOf } from './slides.mjs';

const HELP = `Usage: replace.mjs IN.pptx OUT.pptx --find TEXT --with TEXT
       replace.mjs IN.pptx OUT.pptx --edits EDITS.json

Replaces text in shapes, tables and speaker notes of all slides. All else stays as it is: formatting, layout, pictures.
A text is found also where it is split over several runs. Upper and lower case count; typographic quotes and hard spaces
are matched by plain ones. Text inside charts and of the layout itself is not searched.

EDITS.json is [{"find": "…", "with": "…"}, …], applied in order.

Prints {"out", "edits": [{"find", "replaced"}]}. A text that is found nowhere is an error, and nothing is written.`;

await runScript('replace', HELP, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { find: { type: 'string' }, with: { type: 'string' }, edits: { type: 'string' } },
  });
  const [input, output] = positionals;
  if (input === undefined || output === undefined) throw wrongUsage('Name IN.pptx and OUT.pptx.');
  const edits = await readEdits(values);
  const file = await openPackage(input, KIND);
  const paths = slidesOf(file).flatMap(({ path, notesPath }) => (notesPath === undefined ? [path] : [path, notesPath]));
  const parts = paths.map((path) => ({ path, document: file.xml(path) }));

  const counted = edits.map((edit) => ({
    find: edit.find,
    replaced: parts.reduce((sum, { document }) => sum + replaceText(document, edit.find, edit.with), 0),
  }));
  const missing = counted.filter(({ replaced }) => replaced === 0).map(({ find }) => JSON.stringify(find));
  if (missing.length > 0)
    throw new Problem(`${input}: not found: ${missing.join(', ')}. Nothing is written. Copy the text from read.mjs.`);
  for (const { path, document } of parts) file.setXml(path, document);
  await file.save(output);
  console.log(JSON.stringify({ out: output, edits: counted }));
});
