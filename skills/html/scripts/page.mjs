// Works on HTML files of the workspace: reads, checks, makes self-contained, renders, prints.
import { parseArgs } from 'node:util';

const usage = `usage: node page.mjs text|check|inline|render|print IN.html [OUT] [options]
  text    prints what a page says, as Markdown
  check   reads the source: what it needs from elsewhere, missing files, language, title, image texts, ids, anchors
  inline  writes OUT: style sheets, scripts, pictures and fonts of files beside IN go into it
  render  loads the page in Chromium without a network and tells what went wrong: errors of scripts, files that did
          not load, elements wider than the window (--width N, default 1280)
  print   writes OUT as PDF: --format A4 (Letter, A3, …), --landscape, --margin 15mm; the page's own @page rules win
check and render print a JSON line for each problem.
Exit codes: 0 all is well, 1 there are problems or it failed, 2 wrong usage.`;

class UsageError extends Error {}

// Loaded when they are needed: the browser's library alone takes longer than reading a page.
const actions = {
  async text(input) {
    const { pageAsMarkdown } = await import('./markdown.mjs');
    console.log(await pageAsMarkdown(input));
  },
  async check(input) {
    const { checkPage } = await import('./check.mjs');
    report(await checkPage(input));
  },
  async inline(input, out) {
    const { inlinePage } = await import('./inline.mjs');
    console.log(JSON.stringify(await inlinePage(input, needed(out))));
  },
  async render(input, _out, { width = '1280' }) {
    const { renderPage } = await import('./chromium.mjs');
    report(await renderPage(input, whole('width', width)));
  },
  async print(input, out, options) {
    const { printPage } = await import('./chromium.mjs');
    console.log(JSON.stringify(await printPage(input, needed(out), options)));
  },
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`page: ${error.message.split('\n', 1)[0]}`);
  process.exitCode = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

async function main(args) {
  const value = { type: 'string' };
  const flag = { type: 'boolean' };
  const options = { width: value, format: value, margin: value, landscape: flag, help: flag };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  const [action, input, out, ...rest] = positionals;
  if (!Object.hasOwn(actions, action ?? '') || input === undefined || rest.length > 0) {
    throw new UsageError(usage.split('\n', 1)[0]);
  }
  await actions[action](input, out, values);
}

function report(problems) {
  for (const problem of problems) console.log(JSON.stringify(problem));
  if (problems.length > 0) process.exitCode = 1;
  console.error(problems.length === 0 ? 'page: no problems found' : `page: ${problems.length} problems`);
}

function needed(out) {
  if (out === undefined) throw new UsageError('needs OUT, the file to write');
  return out;
}

function whole(name, value) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`--${name} needs a whole number, not "${value}"`);
  return number;
}
