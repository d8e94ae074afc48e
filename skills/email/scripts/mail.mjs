import { parseArgs } from 'node:util';
import { Problem, runScript, wrongUsage } from './cli.mjs';
import { compose } from './compose.mjs';
import { connectionFrom } from './connection.mjs';
import { Ledger } from './ledger.mjs';
import { giveMessageId, readMessage } from './message-file.mjs';
import { deliver } from './deliver.mjs';

const HELP = `Usage: mail.mjs compose MESSAGE.json OUT.eml   check the message and write it as it would go out; sends nothing
       mail.mjs verify                         connect and log in; sends nothing
       mail.mjs send MESSAGE.json [--again]    send it, once; only after compose

MESSAGE.json:
  {"from": "Ann <ann@example.com>", "to": ["bob@example.com"], "cc": [], "bcc": [], "replyTo": "…",
   "subject": "…", "text": "…", "html": "…", "inReplyTo": "<id>", "references": ["<id>"],
   "attachments": [{"path": "report.pdf", "name": "Report.pdf", "contentType": "…", "cid": "logo"}]}
"to", "subject" and one of "text" and "html" are required; "from" may come from the variable SMTP_FROM. Attachments are
files of the working directory. compose adds "messageId": it stays, so that the message can be told from others.

The server: SMTP_URL (smtps://user:password@host:465 or smtp://user:password@host:587), or SMTP_HOST, SMTP_PORT,
SMTP_USER and SMTP_PASS. What was sent stands in sent.jsonl; a message that is in it is not sent again without --again.

send ends with 0 accepted for all, 1 not sent (or not to all), 2 wrong usage, 3 it is not known whether it was sent.`;

const commands = { compose: composeCommand, verify: verifyCommand, send: sendCommand };

await runScript('mail', HELP, async ([name, ...args]) => {
  if (!Object.hasOwn(commands, name ?? ''))
    throw wrongUsage(name === undefined ? 'Name a command.' : `Unknown command ${name}.`);
  await commands[name](args);
});

async function composeCommand(args) {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length !== 2) throw wrongUsage('compose: name MESSAGE.json and OUT.eml.');
  const [path, output] = positionals;
  const message = await giveMessageId(path, await readMessage(path));
  console.log(JSON.stringify(await compose(message, output), null, 1));
}

async function verifyCommand(args) {
  parseArgs({ args });
  const connection = connectionFrom(process.env);
  await connection.verify();
  console.log(`ok: ${connection.server} takes mail`);
}

async function sendCommand(args) {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { again: { type: 'boolean', default: false } },
  });
  if (positionals.length !== 1) throw wrongUsage('send: name MESSAGE.json.');
  const [path] = positionals;
  const message = await readMessage(path);
  if (message.messageId === undefined)
    throw new Problem(`${path}: was not composed yet. First: mail.mjs compose ${path} OUT.eml`);
  const ledger = await Ledger.open('sent.jsonl');
  const before = ledger.find(message.messageId);
  if (before !== undefined && !values.again) {
    throw new Problem(
      `${path}: ${message.messageId} was ${before.outcome} at ${before.at}. Sending it twice needs --again, and a person who wants it`,
    );
  }
  await deliver(connectionFrom(process.env), message, ledger);
}
