// A page of the host's Chromium, set up for commands without a screen.
import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const programs = ['chromium', 'chromium-browser', 'google-chrome'];
const flags = [
  // The command runs in a sandbox already, in which Chromium cannot build its own.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long one step may take (a click, a wait, loading a page), in seconds. */
export const STEP_SECONDS = 15;

/**
 * Opens a page, gives it to `use`, and closes the browser, whatever happens. Options: `viewport` `{ width, height }` in CSS
 * pixels, `stepSeconds`, and any of Playwright's `browser.newContext`.
 */
export async function withPage(
  use,
  { viewport = { width: 1280, height: 800 }, stepSeconds = STEP_SECONDS, ...context } = {},
) {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: flags,
    // Its caches are none of the workspace's files.
    env: { ...process.env, HOME: tmpdir() },
  });
  try {
    const page = await browser.newPage({ viewport, ...context });
    page.setDefaultTimeout(stepSeconds * 1000);
    return await use(page);
  } finally {
    await browser.close();
  }
}

/** Goes to a URL and waits until the page has settled; a page that keeps loading is taken as it is. */
export async function visit(page, url) {
  let response;
  try {
    response = await page.goto(url, { waitUntil: 'load' });
  } catch (error) {
    throw new Error(`${url}: ${reason(error)}`, { cause: error });
  }
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  return { url: page.url(), status: response?.status() ?? 0, title: await page.title() };
}

/** What happened, in one line: Playwright's message, and what it was waiting for. */
export function reason(error) {
  const [message, ...log] = error.message.split('\n');
  const waiting = log
    .find((line) => line.includes('waiting for'))
    ?.trim()
    .replace(/^- /, '');
  const short = message.replace(/^(page|frame|locator|browser|browserType)\.\w+: /, '').replace(/ at \w+:\/\/\S+$/, '');
  return waiting === undefined ? short : `${short} (${waiting})`;
}

async function findChromium() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const program of programs) {
      const path = join(folder, program);
      const runs = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (runs) return path;
    }
  }
  throw new Error(`no browser on this host: looked for ${programs.join(', ')}`);
}
