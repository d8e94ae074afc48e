import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';

let shell: SkillShell;

const log = [
  '10.0.0.1 - - [01/Mar/2026:10:00:00 +0000] "GET /index.html HTTP/1.1" 200 512',
  '10.0.0.2 - - [01/Mar/2026:10:00:01 +0000] "GET /admin HTTP/1.1" 500 64',
  'a line of another form',
].join('\n');

beforeAll(async () => {
  shell = await openSkillShell('shell-agent');
  await writeFile(shell.path('inputs/access.log'), `${log}\n`);
  await writeFile(
    shell.path('inputs/people.csv'),
    'name,city,age\r\n"Roe, Jo",Bern,41\r\n"Al ""A""",Bern,20\r\nKim,Ulm,33\r\n',
  );
  await writeFile(shell.path('inputs/orders.json'), JSON.stringify([{ id: 1, status: 'paid', cents: 1999 }]));
});
afterAll(() => shell[Symbol.asyncDispose]());

test.each(await taughtCommands('shell-agent'))(
  'the commands that the skill teaches work: $name',
  async ({ command }) => {
    expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
  },
);

test('the CSV parser that the skill teaches understands quoted commas and quotes', async () => {
  const { stdout } = await shell.run('node by-city.mjs | sort');
  expect(stdout).toBe('Bern\t2\t30.5\nUlm\t1\t33.0');
});
