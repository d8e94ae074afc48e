import { load } from 'cheerio';
import { htmlToMarkdown } from './markdown.mjs';
import { decodeText } from './plain.mjs';

/** A web page: its title and visible text. */
export async function readPage(bytes) {
  const { text, notes } = decodeText(bytes);
  const $ = load(text);
  const title = $('title').first().text().trim();
  $('[hidden], [aria-hidden="true"], svg, iframe').remove();
  const body = htmlToMarkdown($('body').html() ?? '');
  const heading = title === '' || body.includes(title) ? '' : `# ${title}\n\n`;
  return { units: [{ label: '', text: `${heading}${body}` }], notes };
}
