// CSV as lines of JSON, for pipes and programs that must not split at commas.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';

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
  let names = [];
  const columns = (header) => (names = header);
  const rows = parse({ bom: true, columns, delimiter, relax_column_count: true, skip_empty_lines: true });
  await pipeline(createReadStream(positionals[0]), rows, asLines, process.stdout, { end: false });

  async function* asLines(records) {
    for await (const record of records) {
      yield `${JSON.stringify(Object.fromEntries(names.map((name) => [name, record[name] ?? ''])))}\n`;
    }
  }
}
