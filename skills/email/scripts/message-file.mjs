import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import addressparser from 'nodemailer/lib/addressparser';
import { Problem, readInput } from './cli.mjs';

const text = (value) => typeof value === 'string';
const addresses = (value) => text(value) || (Array.isArray(value) && value.every(text));
const FIELDS = {
  from: text,
  to: addresses,
  cc: addresses,
  bcc: addresses,
  replyTo: text,
  subject: text,
  text,
  html: text,
  messageId: text,
  inReplyTo: text,
  references: addresses,
  attachments: (value) => Array.isArray(value),
};
const ATTACHMENT_FIELDS = { path: text, name: text, contentType: text, cid: text };

/** A message as the model wrote it, checked: a misspelt field must not be left out silently. */
export async function readMessage(path) {
  const message = parse(path, await readInput(path));
  const problem = (why) => new Problem(`${path}: ${why}`);
  checkFields(message, FIELDS, problem);
  for (const attachment of message.attachments ?? []) {
    checkFields(attachment, ATTACHMENT_FIELDS, (why) => problem(`attachment: ${why}`));
    if (attachment.path === undefined) throw problem('attachment: "path" is missing');
  }
  const complete = { from: process.env.SMTP_FROM, ...message };
  if (!complete.from) throw problem('"from" is missing, and there is no SMTP_FROM');
  if (!complete.subject) throw problem('"subject" is missing');
  if (!complete.text && !complete.html) throw problem('"text" or "html" is missing');
  if (recipientsOf(complete).length === 0) throw problem('"to" is missing');
  for (const address of [addressesIn(complete.from), recipientsOf(complete)].flat()) {
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw problem(`${JSON.stringify(address)} is no e-mail address`);
  }
  return complete;
}

function parse(path, bytes) {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new Problem(`${path}: is not JSON: ${error.message}`);
  }
}

function checkFields(value, fields, problem) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw problem('is not an object');
  for (const [name, content] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name))
      throw problem(`unknown field "${name}". There are: ${Object.keys(fields).join(', ')}`);
    if (!fields[name](content)) throw problem(`field "${name}" has the wrong kind of value`);
  }
}

/**
 * Stores an identifier with the message, unless it has one. It is made once and not from the content: the same reminder
 * may be sent every week, and each is a message of its own.
 */
export async function giveMessageId(path, message) {
  if (message.messageId !== undefined) return message;
  const messageId = `<${randomUUID()}@${addressesIn(message.from)[0].split('@')[1]}>`;
  const written = parse(path, await readInput(path));
  await writeFile(path, `${JSON.stringify({ ...written, messageId }, null, 2)}\n`);
  return { ...message, messageId };
}

export function recipientsOf({ to, cc, bcc }) {
  return [
    ...new Set(
      [to, cc, bcc]
        .flat()
        .filter((list) => list !== undefined)
        .flatMap(addressesIn),
    ),
  ];
}

/** Addresses without names; what is no address comes as it was written. */
export function addressesIn(list) {
  return addressparser(list, { flatten: true }).map(({ address, name }) => address || name);
}
