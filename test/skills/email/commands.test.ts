import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSkillShell, taughtCommands, type SkillShell } from '../skill-shell.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

let server: MailServer;
let shell: SkillShell;

beforeAll(async () => {
  server = await startMailServer();
  shell = await openSkillShell('email', { SMTP_URL: server.url });
  await writeFile(shell.path('inputs/report.pdf'), '%PDF-1.7');
  await writeFile(shell.path('inputs/chart.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test.each(await taughtCommands('email'))('the commands that the skill teaches work: $name', async ({ command }) => {
  expect(await shell.run(`set -eo pipefail\n${command}`)).toMatchObject({ exitCode: 0, stderr: '' });
});

test('of all that the skill teaches, one message goes out', () => {
  expect(server.mails.map(({ to }) => to)).toEqual([['bob@example.org']]);
});
