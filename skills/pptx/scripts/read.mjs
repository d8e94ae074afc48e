import { runScript, wrongUsage } from './cli.mjs';
import { KIND } from './kind.mjs';
import { openPackage } from './package-file.mjs';
import { notesText, shapesOf } from './shapes.mjs';
import { elements, P, paragraphText, slidesOf, slideSize } from './slides.mjs';

const HELP = `Usage: read.mjs FILE.pptx [--json]

Prints titles, texts, tables, pictures (alt text) and speaker notes, slide by slide in the order of the show.
--json adds the place of each shape in inches: {size, slides: [{number, title, hidden, layout, shapes, notes}]}.`;

await runScript('read', HELP, async (args) => {
  const asJson = args.includes('--json');
  const [path, ...rest] = args.filter((arg) => arg !== '--json');
  if (path === undefined || rest.length > 0) throw wrongUsage('Name one FILE.pptx.');
  const file = await openPackage(path, KIND);
  const slides = slidesOf(file).map((slide) => describeSlide(file, slide));
  console.log(asJson ? JSON.stringify({ size: slideSize(file), slides }, null, 2) : slides.map(markdown).join('\n\n'));
});

function describeSlide(file, { number, document, hidden, notesPath, layoutPath }) {
  const shapes = shapesOf(document).map(({ paragraphs, rows, ...shape }) => ({
    ...shape,
    ...(rows.length > 0 ? { rows } : { text: paragraphs.map(paragraphText).join('\n').trim() }),
  }));
  const title = shapes.find(({ placeholder }) => placeholder === 'title' || placeholder === 'ctrTitle')?.text;
  const layout =
    layoutPath === undefined ? undefined : elements(file.xml(layoutPath), P, 'cSld')[0]?.getAttribute('name');
  const notes = notesPath === undefined ? '' : notesText(file.xml(notesPath));
  return { number, title, hidden, layout, shapes, notes };
}

function markdown({ number, title, hidden, shapes, notes }) {
  const lines = [
    `## Slide ${number}${title === undefined ? '' : `: ${title.replaceAll('\n', ' ')}`}${hidden ? ' (hidden)' : ''}`,
  ];
  for (const shape of shapes) {
    if (shape.rows !== undefined) lines.push(...shape.rows.map((row) => `| ${row.map(inLine).join(' | ')} |`));
    else if (shape.kind === 'picture') lines.push(`[picture: ${shape.alt || shape.name}]`);
    else if (shape.kind !== 'text' && shape.text === '') lines.push(`[${shape.kind}: ${shape.alt || shape.name}]`);
    else if (shape.text !== '' && shape.text !== title) lines.push(shape.text);
  }
  if (notes !== '') lines.push(`> Notes: ${notes.replaceAll('\n', '\n> ')}`);
  return lines.join('\n');
}

function inLine(text) {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|');
}
