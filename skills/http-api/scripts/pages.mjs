// All items of a list that an API gives page by page.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const usage = `usage: node pages.mjs URL [--header 'Name: value']… [--items PATH] [--cursor PATH --param NAME | --page NAME] [--max N]
Gets a list page by page and prints each item as a line of JSON.
  --items PATH    where the array is in an answer, such as data.items; an answer that is an array needs none
  (no other)      the next page is where the header Link says rel="next"
  --cursor PATH   the next page's cursor is at PATH in the answer and goes into the query as --param NAME
  --page NAME     pages are counted in the query parameter NAME, from 1 or from its value in URL, until one is empty
  --max N         stop after N pages (default 100); says so
Answers 429, 502, 503, 504 and broken connections are tried again, 5 times in all, as late as Retry-After says.
Redirects and a next page on another host are refused, since the headers may hold a secret.
Exit codes: 0 all items, 1 it failed, 2 wrong usage, 3 stopped at --max.`;

const ATTEMPTS = 5;
const PATIENCE_SECONDS = 60;
const passing = new Set([429, 502, 503, 504]);

class UsageError extends Error {}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`pages: ${error.message}`);
  process.exitCode = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const text = { type: 'string' };
  const options = {
    header: { type: 'string', multiple: true, default: [] },
    items: text,
    cursor: text,
    param: text,
    page: text,
    max: { type: 'string', default: '100' },
    help: { type: 'boolean' },
  };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  if (positionals.length !== 1 || !URL.canParse(positionals[0]))
    throw new UsageError(`needs one URL; ${usage.split('\n', 1)[0]}`);
  if ((values.cursor === undefined) !== (values.param === undefined))
    throw new UsageError('--cursor and --param go together');
  if (!/^[1-9]\d*$/.test(values.max)) throw new UsageError(`--max ${values.max}: needs a number of pages, from 1`);
  const headers = headersOf(values.header);
  let url = new URL(positionals[0]);
  if (values.page !== undefined && !url.searchParams.has(values.page)) url.searchParams.set(values.page, '1');
  let count = 0;
  for (let pages = 1; url !== undefined; pages++) {
    if (pages > Number(values.max)) {
      console.error(`pages: stopped after ${values.max} pages and ${count} items; there are more`);
      process.exitCode = 3;
      return;
    }
    const { text, link, type } = await get(url, headers);
    const answer = parse(text, type, url);
    const items = itemsOf(answer, values.items, url);
    for (const item of items) console.log(JSON.stringify(item));
    count += items.length;
    url = checked(next(url, link, answer, items, values), url);
  }
  console.error(`pages: ${count} items`);
}

function headersOf(lines) {
  try {
    return new Headers(lines.map((line) => line.split(/:\s*(.*)/s, 2)));
  } catch {
    // The reason would quote the value, which may be a secret.
    throw new UsageError("--header: needs 'Name: value', on one line");
  }
}

function parse(text, type, url) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url}: the answer is no JSON (${type})`);
  }
}

function itemsOf(answer, path, url) {
  const items = path === undefined ? answer : at(answer, path);
  if (Array.isArray(items)) return items;
  const hint =
    typeof answer === 'object' && answer !== null ? `it has ${Object.keys(answer).join(', ')}` : typeof answer;
  throw new Error(`${url}: no array ${path === undefined ? 'as the answer' : `at ${path}`}; ${hint}`);
}

function at(value, path) {
  return path.split('.').reduce((inner, key) => inner?.[key], value);
}

function next(url, link, answer, items, { cursor, param, page }) {
  const following = new URL(url);
  if (cursor !== undefined) {
    const value = at(answer, cursor);
    if (value === undefined || value === null || value === '') return undefined;
    following.searchParams.set(param, String(value));
    return following;
  }
  if (page !== undefined) {
    following.searchParams.set(page, String(Number(url.searchParams.get(page)) + 1));
    return items.length === 0 ? undefined : following;
  }
  const named = /<([^>]+)>\s*;[^,]*\brel="?next"?/i.exec(link);
  return named === null ? undefined : new URL(named[1], url);
}

function checked(following, url) {
  if (following === undefined) return undefined;
  if (following.origin !== url.origin) {
    throw new Error(`${following.origin}: the next page is on another host than ${url.origin}; not followed`);
  }
  if (following.href === url.href)
    throw new Error(`${url}: names itself as the next page; its items may have come twice`);
  return following;
}

/** The text of an answer that succeeded; a connection that breaks within it counts as broken. */
async function get(url, headers) {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(url, headers).catch((error) => ({ problem: error.cause?.message ?? error.message }));
    if (answer.problem === undefined) return answer;
    const worthRetrying = answer.status === undefined || passing.has(answer.status);
    const wait = answer.wait ?? 2 ** (attempt - 1);
    if (!worthRetrying || attempt === ATTEMPTS || wait > PATIENCE_SECONDS) throw new Error(`${url}: ${answer.problem}`);
    await sleep(wait * 1000);
  }
}

async function ask(url, headers) {
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) });
  const { status } = response;
  const text = await response.text();
  const header = (name) => response.headers.get(name) ?? '';
  if (response.ok) return { text, link: header('link'), type: header('content-type') };
  const location = header('location');
  const problem = location === '' ? `${status} ${text.slice(0, 200)}`.trim() : `${status}, moved to ${location}`;
  return { status, problem, wait: waitOf(header('retry-after')) };
}

/** Seconds to wait, as a Retry-After header says: a number of them, or a date. */
function waitOf(header) {
  if (header === '') return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
