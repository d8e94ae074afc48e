import { createClient } from '@supabase/supabase-js';
import { Problem } from './cli.mjs';

/** Milliseconds for one request; a command has 120 seconds. */
const TIMEOUT = 60_000;
const UNKNOWN = 3;

/** The project that the environment names. */
export function openProject({ SUPABASE_URL, SUPABASE_KEY } = process.env) {
  for (const [name, value] of Object.entries({ SUPABASE_URL, SUPABASE_KEY })) {
    if (!value) throw new Problem(`${name} is not set. The run has to be given it as a secret`);
  }
  if (!URL.canParse(SUPABASE_URL)) throw new Problem('SUPABASE_URL is no address like https://PROJECT.supabase.co');
  const client = createClient(SUPABASE_URL, SUPABASE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT) }) },
  });
  return { client, url: SUPABASE_URL.replace(/\/+$/, ''), key: SUPABASE_KEY };
}

/** What a request that reads gives; its errors say what to do. */
export async function read(request) {
  const { error, status, ...answer } = await request;
  if (error) throw new Problem(describe(error, status));
  return answer;
}

/** As `read`, for requests that change something: one that was sent and never answered may have been done. */
export async function change(request) {
  const { error, status, ...answer } = await request;
  if (!error) return answer;
  if (wasAnswered(error, status) || neverSent(error)) throw new Problem(describe(error, status));
  const reason = describe(error, status);
  throw new Problem(
    `it is not known whether this was done (${reason}). Look with select before anything else`,
    UNKNOWN,
  );
}

function wasAnswered(error, status) {
  return Number(status) > 0 || Number(error.status ?? error.statusCode) > 0;
}

function neverSent(error) {
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|bad port/.test(
    textOf(error),
  );
}

const HINTS = {
  42501: 'The key may not do this (row level security or missing grants); a person has to decide about it',
  '42P01': 'See what there is: supabase.mjs tables',
  PGRST205: 'See what there is: supabase.mjs tables',
  42703: 'See the columns: supabase.mjs tables TABLE',
  PGRST204: 'See the columns: supabase.mjs tables TABLE',
  PGRST202: 'See the functions and their arguments: supabase.mjs tables',
  23505: 'Such a row is there already; upsert changes it',
  23503: 'It refers to a row that there is not',
  PGRST301: 'The key is not valid (any more)',
};

/** One line: what the server says, its code, and what can be done. */
function describe(error, status) {
  const code = error.code || error.statusCode || error.status || status || '';
  const details = wasAnswered(error, status) ? error.details : causeOf(error);
  const said = [error.message, details].filter(Boolean).join(' — ').replaceAll(/\s+/g, ' ').slice(0, 300);
  const unauthorized = [401, 403].includes(Number(status || error.status))
    ? 'The key is wrong or may not do this'
    : undefined;
  const unreachable = neverSent(error) ? 'Is SUPABASE_URL right, and may the run reach it?' : '';
  const hint = HINTS[error.code] || error.hint || unauthorized || unreachable;
  return [`${said}${code === '' ? '' : ` [${code}]`}`, hint].filter(Boolean).join('. ');
}

/** Why a request got no answer; the client gives it as a stack trace. */
function causeOf(error) {
  return /Caused by: (?:\w*Error: )?(.*)/.exec(textOf(error))?.[1] ?? error.originalError?.cause?.message;
}

function textOf(error) {
  const causes = [error, error.originalError, error.originalError?.cause, error.cause].filter(Boolean);
  return causes.map((one) => `${one.message} ${one.details ?? ''} ${one.code ?? ''}`).join(' ');
}
