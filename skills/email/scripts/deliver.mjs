import { PassThrough } from 'node:stream';
import { Problem } from './cli.mjs';
import { mailOf } from './compose.mjs';
import { addressesIn, recipientsOf } from './message-file.mjs';

const UNKNOWN = 3;

/**
 * Sends a message and writes down how it ended. Until its text begins to flow the server cannot have taken it; once it
 * flows, only an answer tells.
 */
export async function deliver(connection, message, ledger) {
  const { messageId } = message;
  const envelope = { from: addressesIn(message.from)[0], to: recipientsOf(message) };
  let flowing = false;
  const raw = new PassThrough({ highWaterMark: 1 });
  raw.once('resume', () => (flowing = true));
  const mail = await mailOf(message);
  mail.createReadStream().pipe(raw);
  const end = await ledger.begin(messageId);
  try {
    const { accepted, rejected, response } = await connection.send({ envelope, raw });
    const outcome = rejected.length === 0 ? 'sent' : 'sent to some';
    await end(outcome, { accepted, rejected });
    console.log(JSON.stringify({ outcome, messageId, accepted, rejected, response }));
    if (rejected.length > 0) {
      throw new Problem(`the server refused ${rejected.join(', ')}; the others have it. Do not send it to all again`);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    const refused = error.responseCode !== undefined;
    const outcome = flowing && !refused ? 'perhaps sent' : 'not sent';
    await end(outcome);
    const reason = connection.explain(error);
    if (outcome === 'not sent') throw new Problem(`not sent: ${reason}`);
    throw new Problem(
      `it is not known whether ${messageId} was sent: ${reason} Do not send it again; tell the reader`,
      UNKNOWN,
    );
  }
}
