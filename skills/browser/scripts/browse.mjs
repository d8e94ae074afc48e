// Looks at web pages in Chromium: text, links, pictures, PDF. For clicks and forms write a script with chromium.mjs.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { reason, STEP_SECONDS, visit, withPage } from './chromium.mjs';

const usage = `usage: node browse.mjs text|links|fields|html|screenshot|pdf URL [OUT] [options]
  text        prints what a reader sees; --selector narrows it to the first element that fits
  links       prints each link as JSON: text and absolute url
  fields      prints each field and button of forms as JSON: type, name, label, choices
  html        prints the page as it stands after its scripts have run, or writes it to OUT
  screenshot  writes OUT (.png or .jpg): what fits the window, all of it with --full, one element with --selector
  pdf         writes OUT: A4, with backgrounds; --landscape turns it
Options: --selector CSS, --wait-for CSS (until that element is visible), --width N, --height N of the window (1280, 800),
  --timeout SECONDS for one step (15).
The first line is JSON: the url after redirects, the HTTP status and the title. Look at the status: an error page is a
page too. Exit codes: 0 done, 1 it failed, 2 wrong usage.`;

const actions = { text, links, fields, html, screenshot, pdf };

class UsageError extends Error {}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`browse: ${reason(error)}`);
  process.exitCode = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const value = { type: 'string' };
  const flag = { type: 'boolean' };
  const options = {
    selector: value,
    'wait-for': value,
    width: value,
    height: value,
    timeout: value,
    full: flag,
    landscape: flag,
    help: flag,
  };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  const [action, url, out] = positionals;
  if (!Object.hasOwn(actions, action ?? '') || url === undefined || positionals.length > 3) {
    throw new UsageError(usage.split('\n', 1)[0]);
  }
  if (!/^(https?|file):\/\//.test(url)) throw new UsageError(`${url}: no URL; it begins with https:// or http://`);
  if (out === undefined && ['screenshot', 'pdf'].includes(action)) throw new UsageError(`${action} needs OUT`);
  const viewport = { width: whole(values, 'width', 1280), height: whole(values, 'height', 800) };
  await withPage(
    async (page) => {
      console.log(JSON.stringify(await visit(page, url)));
      if (values['wait-for']) await page.locator(values['wait-for']).first().waitFor();
      if (out !== undefined) await mkdir(dirname(out), { recursive: true });
      await actions[action](page, out, values);
    },
    { viewport, stepSeconds: whole(values, 'timeout', STEP_SECONDS) },
  );
}

async function text(page, _out, { selector = 'body' }) {
  console.log(await page.locator(selector).first().innerText());
}

async function links(page) {
  const found = await page
    .locator('a[href]')
    .evaluateAll((anchors) =>
      anchors.map((anchor) => ({ text: anchor.textContent.trim().replace(/\s+/g, ' '), url: anchor.href })),
    );
  for (const link of found) console.log(JSON.stringify(link));
}

async function fields(page) {
  const found = await page.locator('input:not([type=hidden]), select, textarea, button').evaluateAll((all) =>
    all.map((field) => ({
      type: field.type,
      name: field.name || undefined,
      label: field.labels?.[0]?.innerText.trim() ?? field.ariaLabel ?? (field.innerText || undefined),
      choices: field.options && [...field.options].map((option) => option.text),
      required: field.required || undefined,
    })),
  );
  for (const field of found) console.log(JSON.stringify(field));
}

async function html(page, out) {
  const content = await page.content();
  if (out === undefined) console.log(content);
  else await writeFile(out, content);
}

async function screenshot(page, out, { selector, full = false }) {
  if (selector === undefined) await page.screenshot({ path: out, fullPage: full });
  else await page.locator(selector).first().screenshot({ path: out });
}

async function pdf(page, out, { landscape = false }) {
  await page.pdf({ path: out, format: 'A4', landscape, printBackground: true });
}

function whole(values, name, fallback) {
  const number = Number(values[name] ?? fallback);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--${name} needs a whole number, not "${values[name]}"`);
  return number;
}
