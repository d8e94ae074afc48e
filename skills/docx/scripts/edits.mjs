import { readFile } from 'node:fs/promises';
import { Problem, wrongUsage } from './cli.mjs';

/** The replacements that were asked for: one as `--find` and `--with`, or several in a file. */
export async function readEdits({ find, with: replacement, edits }) {
  if (edits === undefined) {
    if (find === undefined || replacement === undefined) throw wrongUsage('Give --find and --with, or --edits.');
    return checked([{ find, with: replacement }]);
  }
  try {
    return checked(JSON.parse(await readFile(edits, 'utf8')));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${edits}: ${error.message}`);
  }
}

function checked(edits) {
  if (!Array.isArray(edits) || edits.length === 0) throw wrongUsage('Edits are a list: [{"find": "…", "with": "…"}].');
  for (const edit of edits) {
    if (typeof edit?.find !== 'string' || edit.find === '' || typeof edit.with !== 'string') {
      throw wrongUsage(`An edit needs "find" (not empty) and "with": ${JSON.stringify(edit)}.`);
    }
    // Control characters are not XML, and a line end is no text but the end of a paragraph.
    if (/\p{Cc}/u.test(edit.find + edit.with)) {
      throw wrongUsage(`An edit is one line of text: ${JSON.stringify(edit)}.`);
    }
  }
  return edits;
}
