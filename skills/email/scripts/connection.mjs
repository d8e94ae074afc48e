import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { Problem } from './cli.mjs';

/** Milliseconds; together well under the time that a command has. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 45_000 };

/** The server that the environment names. Errors name it without its password. */
export function connectionFrom(environment) {
  const settings = settingsFrom(environment);
  const server = `${settings.host}:${settings.port}`;
  const transport = createTransport({ ...settings, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  const password = settings.auth?.pass;
  const explain = (error) => explanation(error, server, password);
  return {
    server,
    explain,
    send: (mail) => transport.sendMail(mail),
    verify: () =>
      transport.verify().catch((error) => {
        throw new Problem(explain(error));
      }),
  };
}

function settingsFrom(environment) {
  const { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS } = environment;
  if (!SMTP_URL && !SMTP_HOST) {
    throw new Problem(
      'no mail server is set: SMTP_URL, or SMTP_HOST with SMTP_PORT, SMTP_USER and SMTP_PASS. The run has to be given one',
    );
  }
  if (!SMTP_URL) return settings(SMTP_HOST, Number(SMTP_PORT || 587), SMTP_PORT === '465', SMTP_USER, SMTP_PASS);
  const url = URL.canParse(SMTP_URL) ? new URL(SMTP_URL) : undefined;
  if (url === undefined || !['smtp:', 'smtps:'].includes(url.protocol)) {
    throw new Problem('SMTP_URL is not like smtp://user:password@host:587 or smtps://user:password@host:465');
  }
  const secure = url.protocol === 'smtps:';
  const port = Number(url.port || (secure ? 465 : 587));
  return settings(url.hostname, port, secure, decodeURIComponent(url.username), decodeURIComponent(url.password));
}

function settings(host, port, secure, user, pass) {
  const auth = user ? { auth: { user, pass } } : {};
  // A password goes over an encrypted connection only, or stays on this machine.
  return { host, port, secure, ...auth, requireTLS: !secure && Boolean(user) && !isLoopback(host) };
}

function isLoopback(host) {
  return host === 'localhost' || host === '[::1]' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

const HINTS = {
  ECONNECTION: 'Is the host right, and may the run reach it?',
  ESOCKET: 'Is the host right, and may the run reach it?',
  EDNS: 'Is the name of the host right?',
  ETIMEDOUT: 'The server does not answer; is the port right (465, 587)?',
  EAUTH: 'The server does not accept the user and password; a person has to mend SMTP_URL or SMTP_USER and SMTP_PASS.',
  ETLS: 'The connection could not be encrypted.',
  EENVELOPE: 'The server does not take mail from this sender, or for these recipients.',
};

/** One line about what went wrong, without the password. */
function explanation(error, server, password) {
  const said = error.message.split('\n')[0];
  const clean = password
    ? said.replaceAll(password, '…').replaceAll(Buffer.from(password).toString('base64'), '…')
    : said;
  return `${server}: ${clean}. ${HINTS[error.code] ?? ''}`.trim();
}
