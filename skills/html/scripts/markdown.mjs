// What a page says.
import TurndownService from 'turndown';
import { load } from 'cheerio';
import { readPage } from './source.mjs';

/** The visible text of a page's main part as Markdown: headings, lists, links, tables. */
export async function pageAsMarkdown(path) {
  const $ = load(await readPage(path));
  $('script, style, noscript, template, nav, [hidden]').remove();
  const main = ['main', 'article', 'body'].map((name) => $(name).first()).find((found) => found.length > 0);
  const turndown = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' });
  turndown.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (text) => ` ${text.trim().replace(/\s*\n+\s*/g, ' ')} |`,
  });
  turndown.addRule('row', { filter: 'tr', replacement: (text) => `|${text}\n` });
  turndown.addRule('table', { filter: 'table', replacement: (text) => `\n\n${withRule(text)}\n\n` });
  const title = $('title').text().trim();
  return [title && `title: ${title}\n`, turndown.turndown(main.html() ?? '')].filter(Boolean).join('\n');
}

/** Rows of a table without empty lines, and the rule that Markdown wants below the first. */
function withRule(rows) {
  const [head = '', ...others] = rows.split('\n').filter((line) => line.trim() !== '');
  const columns = head.split(' |').length - 1;
  return [head, `|${' --- |'.repeat(columns)}`, ...others].join('\n');
}
