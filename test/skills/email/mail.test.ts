import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSkillShell, type SkillShell } from '../skill-shell.ts';
import { PASSWORD, startMailServer, type MailServer } from './mail-server.ts';

const MESSAGE = {
  from: 'Ann <ann@example.com>',
  to: ['Bob Żak <bob@example.org>', 'carl@example.org'],
  bcc: 'eve@example.org',
  subject: 'Grüße',
  text: 'Hello',
};

let server: MailServer;
let shell: SkillShell;

async function open(fate?: 'refuse' | 'break', variables?: Record<string, string>): Promise<void> {
  server = await startMailServer(fate);
  shell = await openSkillShell('email', variables ?? { SMTP_URL: server.url });
}
const mail = (line: string) => shell.run(`node "$SKILL_DIR/scripts/mail.mjs" ${line}`);

async function composed(message: object): Promise<string> {
  await writeFile(shell.path('m.json'), JSON.stringify(message));
  const { stdout, stderr } = await mail('compose m.json m.eml');
  expect(stderr).toBe('');
  return JSON.parse(stdout).messageId;
}

beforeEach(() => open());
afterEach(async () => {
  await shell[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function reopen(...options: Parameters<typeof open>): Promise<void> {
  await shell[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await open(...options);
}

test('a message goes to all its recipients, with its identifier, and without a trace of the blind copy', async () => {
  const id = await composed(MESSAGE);

  const { exitCode, stdout } = await mail('send m.json');

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'sent', messageId: id, rejected: [] });
  expect(server.mails).toHaveLength(1);
  const [received] = server.mails;
  expect(received).toMatchObject({
    from: 'ann@example.com',
    to: ['bob@example.org', 'carl@example.org', 'eve@example.org'],
  });
  expect(received?.text).toContain(`Message-ID: ${id}`);
  expect(received?.text).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
  expect(received?.text).not.toContain('eve@');
});

test('a message is sent once, however often it is asked for, and again only when that is said', async () => {
  const id = await composed(MESSAGE);
  await mail('send m.json');

  expect(await mail('send m.json')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`${id} was sent at`),
  });
  expect(server.mails).toHaveLength(1);

  expect(await mail('send m.json --again')).toMatchObject({ exitCode: 0 });
  expect(server.mails.map(({ text }) => text.includes(`Message-ID: ${id}`))).toEqual([true, true]);
});

test('composing again keeps the identifier, so that a mended message is still the same one', async () => {
  const id = await composed(MESSAGE);
  await shell.run(`sed -i 's/Hello/Hello there/' m.json`);

  expect(JSON.parse((await mail('compose m.json m.eml')).stdout).messageId).toBe(id);
});

test('a message that was never composed is not sent', async () => {
  await writeFile(shell.path('m.json'), JSON.stringify(MESSAGE));

  expect(await mail('send m.json')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('not composed yet') });
  expect(server.mails).toEqual([]);
});

test('when the connection breaks while the text flows, the outcome is unknown, and it is not sent again', async () => {
  await reopen('break');
  const id = await composed(MESSAGE);

  expect(await mail('send m.json')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining(`it is not known whether ${id} was sent`),
  });
  expect(await mail('send m.json')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('was perhaps sent at'),
  });
});

test('a message that the server refused was not sent, and may be sent again', async () => {
  await reopen('refuse');
  await composed(MESSAGE);

  const refused = { exitCode: 1, stderr: expect.stringContaining('not sent: ') };
  expect(await mail('send m.json')).toMatchObject(refused);
  expect(await mail('send m.json')).toMatchObject(refused);
});

test('a refused recipient is named, and the others have the message', async () => {
  await composed({ ...MESSAGE, to: ['nobody@example.org', 'bob@example.org'], bcc: [] });

  const { exitCode, stdout, stderr } = await mail('send m.json');

  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'sent to some', accepted: ['bob@example.org'] });
  expect(stderr).toContain('the server refused nobody@example.org; the others have it');
});

test('a wrong password is said without being shown', async () => {
  const wrong = 'not-the-pass-word';
  await using other = await openSkillShell('email', { SMTP_URL: `smtp://ann:${wrong}@127.0.0.1:${server.port}` });

  const { exitCode, stderr } = await other.run('node "$SKILL_DIR/scripts/mail.mjs" verify');

  expect(exitCode).toBe(1);
  expect(stderr).toContain('Invalid login');
  expect(stderr).not.toContain(wrong);
});

test('the server may be given by its parts', async () => {
  const { port } = server;
  const variables = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_USER: 'ann', SMTP_PASS: PASSWORD };
  await using parts = await openSkillShell('email', variables);

  expect(await parts.run('node "$SKILL_DIR/scripts/mail.mjs" verify')).toMatchObject({ exitCode: 0 });
});

test.each([
  ['a misspelt field', { ...MESSAGE, attachment: [] }, 'unknown field "attachment"'],
  ['a missing recipient', { ...MESSAGE, to: [], bcc: [] }, '"to" is missing'],
  ['an address that is none', { ...MESSAGE, to: ['Bob'] }, '"Bob" is no e-mail address'],
  ['no text', { ...MESSAGE, text: '' }, '"text" or "html" is missing'],
  ['a missing attachment', { ...MESSAGE, attachments: [{ path: 'gone.pdf' }] }, 'attachment gone.pdf: no such file'],
  [
    'the environment as attachment',
    { ...MESSAGE, attachments: [{ path: '/proc/self/environ' }] },
    'not in the working directory',
  ],
  ['a link out as attachment', { ...MESSAGE, attachments: [{ path: 'link' }] }, 'not in the working directory'],
])('%s is refused before anything is sent', async (_case, message, problem) => {
  await shell.run('ln -s /etc/passwd link');
  await writeFile(shell.path('m.json'), JSON.stringify(message));

  const { exitCode, stderr } = await mail('compose m.json m.eml');

  expect(exitCode).toBe(1);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain('\n');
});

test('without a server the message can be composed, and sending says what is missing', async () => {
  await reopen(undefined, {});
  await composed(MESSAGE);

  expect(await mail('send m.json')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('no mail server is set'),
  });
});
