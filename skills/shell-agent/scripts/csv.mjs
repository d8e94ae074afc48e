// CSV as lines of JSON, for pipes and programs that must not split at commas.
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { CsvParserStream } from '@cj-tech-master/excelts';

const usage = `usage: node csv.mjs FILE [--separator CHARACTER|tab]
Prints each row as a JSON object with the names of the first line; all values are text, missing ones are "".
Understands quotes, line ends inside fields, CRLF and a byte order mark. The separator is a comma unless given.
Exit codes: 0 done, 1 it failed, 2 wrong usage.`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  // A reader such as head has had enough.
  if (error.code !== 'EPIPE')
    console.error(`csv: ${error.code === 'ENOENT' ? `${error.path}: no such file` : error.message}`);
  process.exitCode = error.code === 'EPIPE' ? 0 : error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const options = { separator: { type: 'string' }, help: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  if (positionals.length !== 1) {
    console.error(`csv: needs one FILE; ${usage.split('\n', 1)[0]}`);
    process.exitCode = 2;
    return;
  }
  const delimiter = values.separator === 'tab' ? '\t' : (values.separator ?? ',');
  const rows = new CsvParserStream({ headers: true, delimiter, skipEmptyLines: true });
  // In one piece: the parser miscounts quotes that two chunks share.
  const text = Readable.from([await readFile(positionals[0])]);
  await pipeline(text, rows, asLines, process.stdout, { end: false });
}

async function* asLines(rows) {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
