import { expect, test } from 'vitest';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

const requests = Array.from({ length: 500 }, (_, index) => {
  const [address, status] = [`10.0.0.${index % 7}`, index % 50 === 0 ? 500 : 200];
  return `${address} - - [01/Mar/2026:10:00:00 +0000] "GET /page/${index % 3} HTTP/1.1" ${status} ${index}`;
});

test('a log is analysed over several commands, and the figures agree when counted another way', async () => {
  const run = await runScripted({
    skill: 'shell-agent',
    prompt: 'How many errors, from how many addresses, and how many bytes in all?',
    inputs: [{ kind: 'document', name: 'access.log', bytes: Buffer.from(`${requests.join('\n')}\nnot a request\n`) }],
    turns: [
      [bash('wc -l < inputs/access.log; head -n 1 inputs/access.log')],
      [
        bash(`set -euo pipefail
grep -E '" [0-9]{3} [0-9]+$' inputs/access.log > requests.log
grep -vE '" [0-9]{3} [0-9]+$' inputs/access.log > rest.log || true
wc -l requests.log rest.log | head -n 2`),
      ],
      [
        bash(`awk '$9 >= 500' requests.log | cut -d' ' -f1 | sort -u | wc -l`),
        bash(`awk '{ n[$9]++; b += $10 } END { print n[500], b }' requests.log > report.txt; cat report.txt`),
      ],
      [
        bash(`node -e '
const lines = require("fs").readFileSync("requests.log", "utf8").trim().split("\\n");
const bytes = lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
console.log(lines.filter((line) => / 500 \\d+$/.test(line)).length, bytes);' | diff - report.txt && echo 'both ways agree'`),
      ],
      say('10 errors from 7 addresses, 124750 bytes; one line was no request.'),
    ],
  });
  const said = run.toolResults.map(({ stdout }) => String(stdout).trim());
  expect(said[0]).toContain('501\n10.0.0.0');
  expect(said[1]).toMatch(/500 requests\.log\n +1 rest\.log/);
  expect(said.slice(2)).toEqual(['7', '10 124750', 'both ways agree']);
  expect(run.result).toMatchObject({ status: 'completed', iterations: 5, outputs: {} });
  expect(run.result.text).toBe('10 errors from 7 addresses, 124750 bytes; one line was no request.');
});

test('a table with quoted commas is read by its columns', async () => {
  const run = await runScripted({
    skill: 'shell-agent',
    prompt: 'What do people in Bern earn together?',
    inputs: [
      {
        kind: 'document',
        name: 'people.csv',
        bytes: Buffer.from('name,city,cents\n"Roe, Jo","Bern",4100\n"Al ""A""",Bern,2050\nKim,Ulm,1\n'),
      },
    ],
    turns: [
      [bash('node "$SKILL_DIR/scripts/csv.mjs" inputs/people.csv > people.jsonl && head -n 1 people.jsonl')],
      [
        bash(`node -e '
const people = require("fs").readFileSync("people.jsonl", "utf8").trim().split("\\n").map(JSON.parse);
console.log(people.filter((person) => person.city === "Bern").reduce((sum, person) => sum + Number(person.cents), 0));'`),
      ],
      say('61.50'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { stdout: '{"name":"Roe, Jo","city":"Bern","cents":"4100"}\n' },
    { stdout: '6150\n' },
  ]);
});

test('a missing file, a missing program and a question without an answer are told to the model, and the run goes on', async () => {
  const run = await runScripted({
    skill: 'shell-agent',
    prompt: 'Sum up sales.csv.',
    turns: [
      [
        bash('node "$SKILL_DIR/scripts/csv.mjs" inputs/sales.csv'),
        bash('no-such-program --version'),
        bash('read -r answer; echo "read: ${answer:-nothing}"'),
      ],
      say('There is no sales.csv.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, exitCode: 1, stderr: 'csv: inputs/sales.csv: no such file\n' },
    { success: false, exitCode: 127, stderr: expect.stringContaining('command not found') },
    { success: true, stdout: 'read: nothing\n' },
  ]);
  expect(run.result).toMatchObject({ status: 'completed', text: 'There is no sales.csv.' });
});
