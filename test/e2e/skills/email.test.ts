import { expect, test } from 'vitest';
import { startMailServer } from '../../skills/email/mail-server.ts';
import { pdfOfPages } from '../../skills/pdf-lib/samples.ts';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

const mail = (line: string) => bash(`node "$SKILL_DIR/scripts/mail.mjs" ${line}`);
const write = (message: object) => bash(`cat > m.json <<'EOF'\n${JSON.stringify(message)}\nEOF`);
const MESSAGE = {
  from: 'Site team <site@example.com>',
  to: ['Bob <bob@example.org>'],
  subject: 'Report for March',
  text: 'The report is attached.',
  html: '<p>The report is <b>attached</b>.</p>',
};

test('a report goes out once, with its attachment, and the password stays secret', async () => {
  await using server = await startMailServer();
  const report = await pdfOfPages('March');

  const run = await runScripted({
    skill: 'email',
    prompt: 'Send the report to bob@example.org.',
    inputs: [{ kind: 'document', name: 'report.pdf', bytes: report }],
    secrets: { SMTP_URL: server.url },
    turns: [
      [write({ ...MESSAGE, attachments: [{ path: 'inputs/report.pdf' }] }), mail('compose m.json m.eml')],
      [mail('send m.json')],
      [mail('send m.json'), bash('echo $SMTP_URL')],
      say('Sent to bob@example.org.'),
    ],
  });

  const [, composed, sent, again, secret] = run.toolResults;
  const { messageId } = JSON.parse(String(composed?.['stdout']));
  expect(JSON.parse(String(sent?.['stdout']))).toMatchObject({
    outcome: 'sent',
    messageId,
    accepted: ['bob@example.org'],
  });
  expect(again).toMatchObject({ success: false, stderr: expect.stringContaining(`${messageId} was sent at`) });
  expect(secret).toMatchObject({ stdout: '[secret SMTP_URL]\n' });
  expect(server.mails).toHaveLength(1);
  const { text = '' } = server.mails[0] ?? {};
  expect(text).toContain(`Message-ID: ${messageId}`);
  const encoded = /filename=report\.pdf\r?\n\r?\n([\w+/=\r\n]+)\r?\n--/.exec(text)?.[1];
  expect(Buffer.from(encoded ?? '', 'base64').equals(report)).toBe(true);
});

test('a message whose fate is unknown is not sent a second time', async () => {
  await using server = await startMailServer('break');

  const run = await runScripted({
    skill: 'email',
    prompt: 'Tell bob@example.org.',
    secrets: { SMTP_URL: server.url },
    turns: [
      [write(MESSAGE), mail('compose m.json m.eml')],
      [mail('send m.json')],
      [mail('send m.json')],
      say('It is not known whether Bob has it.'),
    ],
  });

  expect(run.toolResults[2]).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('it is not known whether') });
  expect(run.toolResults[3]).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('was perhaps sent at') });
});

test('the model learns that an attachment is missing and that no server is set, and shows a draft', async () => {
  const run = await runScripted({
    skill: 'email',
    prompt: 'Send the minutes to bob@example.org.',
    turns: [
      [write({ ...MESSAGE, attachments: [{ path: 'inputs/minutes.pdf' }] }), mail('compose m.json m.eml')],
      [write(MESSAGE), mail('compose m.json m.eml'), mail('send m.json')],
      say('Here is the draft.'),
    ],
  });

  const [, missing, , composed, sent] = run.toolResults;
  expect(missing).toMatchObject({ success: false, stderr: expect.stringContaining('minutes.pdf: no such file') });
  expect(composed).toMatchObject({ success: true });
  expect(sent).toMatchObject({ success: false, stderr: expect.stringContaining('no mail server is set') });
});
