// Pages as Chromium shows and prints them, without a network.
import { access, constants, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument } from 'pdf-lib';
import { chromium } from 'playwright-core';
import { readPage } from './source.mjs';

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

/** What goes wrong when a window of this width shows the page: `{ problem, where }`. */
export async function renderPage(path, width) {
  return withPage(path, { width, height: 800 }, async (page, problems) => {
    const wide = await page.evaluate(() => {
      const limit = document.documentElement.clientWidth;
      const shown = [...document.body.querySelectorAll('*')].map((element) => {
        const { right, width } = element.getBoundingClientRect();
        return { element, right: Math.round(right + scrollX), width };
      });
      return shown
        .filter(({ right, width }) => right > limit + 1 && width > 0)
        .slice(0, 5)
        .map(({ element, right }) => {
          const name = element.tagName.toLowerCase();
          const id = element.id ? `#${element.id}` : [...element.classList].map((item) => `.${item}`).join('');
          return `${name}${id} reaches to ${right} of ${limit} pixels`;
        });
    });
    return [...problems, ...wide.map((where) => ({ problem: 'wider than the window', where }))];
  });
}

/** Prints the page to a PDF; margins such as 15mm, 1in. */
export async function printPage(path, out, { format = 'A4', landscape = false, margin = '15mm' }) {
  const problems = await withPage(path, { width: 1280, height: 800 }, async (page, found) => {
    await page.emulateMedia({ media: 'print' });
    await page.pdf({
      path: out,
      format,
      landscape,
      margin: { top: margin, right: margin, bottom: margin, left: margin },
      printBackground: true,
      preferCSSPageSize: true,
    });
    return found;
  });
  const pages = (await PDFDocument.load(await readFile(out))).getPageCount();
  return { file: out, pages, bytes: (await stat(out)).size, problems };
}

async function withPage(path, viewport, use) {
  await readPage(path);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: flags,
    // Its caches are none of the workspace's files.
    env: { ...process.env, HOME: tmpdir() },
  });
  try {
    const context = await browser.newContext({ viewport, offline: true });
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) =>
      problems.push({ problem: 'error of a script', where: error.message.split('\n', 1)[0] }),
    );
    page.on('requestfailed', (request) => problems.push({ problem: 'did not load', where: request.url() }));
    await page.goto(pathToFileURL(resolve(path)).href, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    return await use(page, problems);
  } finally {
    await browser.close();
  }
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
