import { parseArgs } from 'node:util';
import { runScript, wrongUsage } from './cli.mjs';
import { KIND } from './kind.mjs';
import { openPackage } from './package-file.mjs';
import { attribute, elements, paragraphText, textParts } from './word-text.mjs';

const HELP = `Usage: inspect.mjs FILE.docx

Prints what read.mjs does not show, as JSON: styles in use (paragraphs per style id), tracked changes, comments,
headers and footers, placeholders like {{name}}, fields, and counts of tables, pictures and sections.`;

await runScript('inspect', HELP, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length !== 1) throw wrongUsage('Name one FILE.docx.');
  const file = await openPackage(positionals[0], KIND);
  const parts = textParts(file.names()).map((name) => ({ name, document: file.xml(name) }));
  const body = parts[0].document;
  const text = parts.map(({ document }) => elements(document, 'p').map(paragraphText).join('\n')).join('\n');
  console.log(
    JSON.stringify(
      {
        paragraphs: elements(body, 'p').length,
        tables: elements(body, 'tbl').length,
        pictures: elements(body, 'drawing').length + elements(body, 'pict').length,
        sections: elements(body, 'sectPr').length,
        styles: stylesOf(body),
        changes: parts.flatMap(({ document }) => changesOf(document)),
        comments: file.has('word/comments.xml') ? commentsOf(file.xml('word/comments.xml'), body) : [],
        headersAndFooters: parts.filter(({ name }) => /header|footer/.test(name)).map(textOfPart),
        placeholders: [...new Set(text.match(/\{\{[^{}\n]{1,80}\}\}/g) ?? [])],
        fields: [...new Set(elements(body, 'instrText').map((field) => field.textContent.trim().split(/\s+/)[0]))],
      },
      null,
      2,
    ),
  );
});

function stylesOf(body) {
  const counts = {};
  for (const paragraph of elements(body, 'p')) {
    const style = elements(paragraph, 'pStyle')[0];
    const id = style === undefined ? 'Normal' : attribute(style, 'val');
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

function changesOf(document) {
  return ['ins', 'del', 'moveFrom', 'moveTo'].flatMap((kind) =>
    elements(document, kind)
      // A mark on a paragraph or a row has no text of its own.
      .filter((change) => elements(change, 'r').length > 0)
      .map((change) => ({
        kind,
        author: attribute(change, 'author'),
        date: attribute(change, 'date'),
        text: [...elements(change, 't'), ...elements(change, 'delText')].map((node) => node.textContent).join(''),
      })),
  );
}

function commentsOf(comments, body) {
  return elements(comments, 'comment').map((comment) => ({
    id: attribute(comment, 'id'),
    author: attribute(comment, 'author'),
    text: elements(comment, 'p').map(paragraphText).join('\n'),
    on: commentedText(body, attribute(comment, 'id')),
  }));
}

/** The text between the marks of a comment. */
function commentedText(body, id) {
  let inside = false;
  let text = '';
  const walk = (node) => {
    const isMark = (name) => node.localName === name && attribute(node, 'id') === id;
    if (isMark('commentRangeStart')) inside = true;
    if (isMark('commentRangeEnd')) inside = false;
    if (inside && node.localName === 't') text += node.textContent;
    for (const child of Array.from(node.childNodes ?? [])) walk(child);
  };
  walk(body.documentElement);
  return text;
}

function textOfPart({ name, document }) {
  return { part: name, text: elements(document, 'p').map(paragraphText).join('\n') };
}
