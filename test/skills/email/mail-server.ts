import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as it came over the wire. */
  text: string;
}

export interface MailServer extends AsyncDisposable {
  port: number;
  /** With a user and the right password. */
  url: string;
  mails: ReceivedMail[];
}

export const PASSWORD = 'pass-word-of-ann';

/**
 * A mail server on loopback that takes mail from one user. Recipients at `nobody@…` are refused; `fate` says what
 * happens once the text of a message flows.
 */
export async function startMailServer(fate: 'take' | 'refuse' | 'break' = 'take'): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      if (password === PASSWORD) callback(null, { user: username });
      else callback(new Error(`Invalid password ${password}`));
    },
    onRcptTo({ address }, _session, callback) {
      callback(address.startsWith('nobody@') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null);
    },
    onData(stream, session, callback) {
      if (fate === 'break') stream.once('data', () => sockets.forEach((socket) => socket.destroy()));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (fate === 'refuse') return callback(Object.assign(new Error('Taken for spam'), { responseCode: 554 }));
        mails.push({ ...addressesOf(session), text: Buffer.concat(chunks).toString('utf8') });
        return callback(null);
      });
    },
  });
  // Broken connections are what some tests are about.
  server.on('error', () => {});
  server.server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://ann:${PASSWORD}@127.0.0.1:${port}`,
    mails,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function addressesOf({ envelope }: SMTPServerSession): Pick<ReceivedMail, 'from' | 'to'> {
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
  };
}
