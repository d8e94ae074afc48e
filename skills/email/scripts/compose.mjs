import { readFile, realpath, writeFile } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Problem } from './cli.mjs';
import { recipientsOf } from './message-file.mjs';

/** Bytes; many servers refuse more than 20 to 25 MB. */
const LARGE = 20 * 1024 * 1024;

/** The message as it goes out, ready to be streamed. Bcc is part of the envelope only. */
export async function mailOf(message) {
  const attachments = [];
  for (const attachment of message.attachments ?? []) attachments.push(await readAttachment(attachment));
  const mail = new MailComposer({ ...message, attachments, disableFileAccess: true, disableUrlAccess: true });
  return mail.compile();
}

/** Writes the message as a file and describes it. */
export async function compose(message, output) {
  const bytes = await (await mailOf(message)).build();
  await writeFile(output, bytes);
  return {
    out: output,
    messageId: message.messageId,
    from: message.from,
    recipients: recipientsOf(message),
    subject: message.subject,
    parts: [message.text && 'text', message.html && 'html'].filter(Boolean),
    attachments: (message.attachments ?? []).map(({ path }) => path),
    bytes: bytes.length,
    ...(bytes.length > LARGE ? { warning: 'larger than many servers accept' } : {}),
  };
}

/** Only files of the working directory: a message must not carry off what else the command can read. */
async function readAttachment({ path, name, contentType, cid }) {
  const here = await realpath('.');
  const target = await realpath(path).catch((error) => {
    throw new Problem(`attachment ${path}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`);
  });
  if (!target.startsWith(here + sep))
    throw new Problem(`attachment ${path}: is not in the working directory; copy it there`);
  const content = await readFile(target).catch((error) => {
    throw new Problem(`attachment ${path}: ${error.message}`);
  });
  if (content.length === 0) throw new Problem(`attachment ${path}: is empty`);
  return { content, filename: name ?? basename(path), contentType, cid };
}
