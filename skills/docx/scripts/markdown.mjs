import TurndownService from 'turndown';

const turndown = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' });
turndown.remove(['script', 'style', 'noscript', 'template', 'head']);
turndown.addRule('inlineImage', {
  filter: 'img',
  // Bytes of embedded pictures are no text.
  replacement: (_content, image) => `[image${image.alt === '' ? '' : `: ${image.alt}`}]`,
});
turndown.addRule('table', { filter: 'table', replacement: (_content, table) => `\n\n${pipeTable(table)}\n\n` });

/** A table as Markdown: the first row is taken as its head, cells become single lines. */
function pipeTable(table) {
  const rows = Array.from(table.rows, (row) => Array.from(row.cells, cellText));
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const line = (cells) => `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head), line(Array(width).fill('---')), ...body.map(line)].join('\n');
}

function cellText(cell) {
  return turndown
    .turndown(cell.innerHTML)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}

/** HTML as Markdown, with tables; pictures become `[image: alt]`. */
export function htmlToMarkdown(html) {
  return turndown.turndown(html).trim();
}
