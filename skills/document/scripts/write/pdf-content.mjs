const MARKS = {
  strong: { bold: true },
  b: { bold: true },
  th: { bold: true },
  em: { italics: true },
  i: { italics: true },
  code: { code: true },
  kbd: { code: true },
  del: { decoration: 'lineThrough' },
  s: { decoration: 'lineThrough' },
  sub: { sub: true },
  sup: { sup: true },
};
const CONTAINERS = 'div section article main header footer nav aside figure figcaption dl dt dd details summary'.split(
  ' ',
);
const BLOCKS = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'pre',
  'hr',
  'ul',
  'ol',
  'blockquote',
  'table',
  'img',
]);
for (const name of CONTAINERS) BLOCKS.add(name);

/** What pdfmake lays out, from an element of an HTML document: a list of its content nodes. */
export function pdfContent(element) {
  const content = [];
  let line = [];
  const endLine = () => {
    const runs = inlineRuns(line);
    if (runs.some(({ text }) => text.trim() !== '')) content.push({ text: runs, style: 'paragraph' });
    line = [];
  };
  // Text that stands directly in a container is a paragraph of its own; a picture in a line ends the line.
  for (const child of element.children.flatMap(unfold)) {
    if (!BLOCKS.has(child.name)) {
      line.push(child);
      continue;
    }
    endLine();
    content.push(...blockContent(child));
  }
  endLine();
  return content;
}

/** Paragraphs and links with a picture are taken apart, because pdfmake sets pictures only between lines. */
function unfold(node) {
  const holdsPicture = ['p', 'a', 'span'].includes(node.name) && node.children.some(({ name }) => name === 'img');
  return holdsPicture ? node.children : [node];
}

function blockContent(element) {
  switch (element.name) {
    case 'p':
      return [{ text: inlineRuns(element.children), style: 'paragraph' }];
    case 'pre':
      return [boxed({ ...codeRun(plainText(element).replace(/\n$/, '')), preserveLeadingSpaces: true })];
    case 'hr':
      return [{ canvas: [{ type: 'line', x1: 0, y1: 4, x2: 515, y2: 4, lineWidth: 0.5, lineColor: '#999999' }] }];
    case 'ul':
      return [{ ul: items(element), style: 'list' }];
    case 'ol':
      return [{ ol: items(element), start: Number(element.attribs.start ?? 1), style: 'list' }];
    case 'blockquote':
      return [{ stack: pdfContent(element), style: 'quote' }];
    case 'table':
      return table(element);
    case 'img':
      return [{ image: element.attribs.src, maxWidth: 515, maxHeight: 680, style: 'paragraph' }];
    default:
      if (/^h[1-6]$/.test(element.name)) return [{ text: inlineRuns(element.children), style: element.name }];
      return pdfContent(element);
  }
}

function items(list) {
  return list.children.filter(({ name }) => name === 'li').map((item) => ({ stack: pdfContent(item) }));
}

function table(element) {
  const rows = elementsNamed(element, 'tr').map((row) =>
    row.children.filter(({ name }) => ['td', 'th'].includes(name)),
  );
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  if (width === 0) return [];
  const headerRows = Number(rows[0].every(({ name }) => name === 'th'));
  const body = rows.map((cells) =>
    Array.from({ length: width }, (_, i) => (cells[i] === undefined ? '' : cell(cells[i]))),
  );
  // Narrow columns take what they need; the others share the rest, so that no table leaves the page.
  const widths = Array.from({ length: width }, (_, i) => (longest(rows, i) <= 12 && width <= 6 ? 'auto' : '*'));
  return [{ table: { headerRows, widths, body }, layout: 'ruled', style: 'paragraph' }];
}

function cell(element) {
  const fill = element.name === 'th' ? { fillColor: '#f2f2f2' } : {};
  return {
    text: inlineRuns(element.children, MARKS[element.name]),
    alignment: element.attribs.align ?? 'left',
    ...fill,
  };
}

function longest(rows, column) {
  return Math.max(...rows.map((cells) => (cells[column] === undefined ? 0 : plainText(cells[column]).trim().length)));
}

function boxed(content) {
  return {
    table: { widths: ['*'], body: [[{ ...content, fillColor: '#f6f6f6' }]] },
    layout: 'noBorders',
    style: 'paragraph',
  };
}

/** Courier, one of the PDF's own fonts, has the Western letters only; other code is set in the document's font. */
function codeRun(text) {
  return /^[\n\x20-\x7e\xa0-\xff]*$/.test(text) ? { text, style: 'code' } : { text };
}

function inlineRuns(nodes, { code = false, ...marks } = {}) {
  return nodes.flatMap((node) => {
    if (node.type === 'text') {
      const text = node.data.replaceAll(/\s+/g, ' ');
      return [{ ...marks, ...(code ? codeRun(text) : { text }) }];
    }
    if (node.name === 'br') return [{ text: '\n' }];
    if (node.children === undefined) return [];
    const href = node.name === 'a' ? node.attribs.href : undefined;
    const link = href === undefined || href.startsWith('#') ? {} : { link: href, style: 'link' };
    return inlineRuns(node.children, { code, ...marks, ...MARKS[node.name], ...link });
  });
}

function elementsNamed(node, name) {
  return (node.children ?? []).flatMap((child) => (child.name === name ? [child] : elementsNamed(child, name)));
}

function plainText(node) {
  return node.type === 'text' ? node.data : (node.children ?? []).map(plainText).join('');
}
