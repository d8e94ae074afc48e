import { posix } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { strFromU8, unzipSync } from 'fflate';

/** A presentation: one unit per slide in the order of the show, with its speaker notes. */
export async function readSlides(bytes) {
  const parts = unzipSync(bytes, { filter: ({ name }) => /^ppt\/.*\.(xml|rels)$/.test(name) });
  const show = parse(parts, 'ppt/presentation.xml');
  const targets = relations(parts, 'ppt/presentation.xml');
  const units = elements(show, 'sldId').map((slide, index) => {
    const path = targets.find(({ id }) => id === slide.getAttribute('r:id')).path;
    const notes = relations(parts, path).find(({ type }) => type.endsWith('/notesSlide'));
    const spoken = notes === undefined ? '' : notesText(parse(parts, notes.path));
    const text = paragraphs(parse(parts, path)).join('\n');
    return { label: `slide ${index + 1}`, text: spoken === '' ? text : `${text}\n\nNotes: ${spoken}` };
  });
  return { units, notes: [] };
}

function parse(parts, path) {
  const xml = parts[path];
  if (xml === undefined) throw new TypeError(`part ${path} is missing`);
  return new DOMParser({ errorHandler: { warning: () => {} } }).parseFromString(strFromU8(xml), 'text/xml');
}

function relations(parts, path) {
  const file = posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
  if (parts[file] === undefined) return [];
  return elements(parse(parts, file), 'Relationship').map((relation) => ({
    id: relation.getAttribute('Id'),
    type: relation.getAttribute('Type'),
    path: posix.resolve('/', posix.dirname(path), relation.getAttribute('Target')).slice(1),
  }));
}

function elements(node, name) {
  return Array.from(node.getElementsByTagNameNS('*', name));
}

/** The text of each paragraph; the cells of a table row stand in one line. */
function paragraphs(node) {
  const lines = [];
  const walk = (element) => {
    if (element.localName === 'p') lines.push(textOf(element));
    else if (element.localName === 'tr')
      lines.push(
        elements(element, 'tc')
          .map((cell) => textOf(cell))
          .join(' | '),
      );
    else for (const child of Array.from(element.childNodes ?? [])) walk(child);
  };
  walk(node.documentElement);
  return lines.filter((line) => line.trim() !== '');
}

function textOf(element) {
  if (element.localName === 't') return element.textContent;
  if (element.localName === 'br') return '\n';
  return Array.from(element.childNodes ?? [])
    .map(textOf)
    .join('');
}

/** Speaker notes stand in the body placeholder; the page also holds the slide's picture and number. */
function notesText(page) {
  const bodies = elements(page, 'sp').filter((shape) =>
    elements(shape, 'ph').some((placeholder) => placeholder.getAttribute('type') === 'body'),
  );
  return bodies
    .flatMap((shape) => elements(shape, 'p').map(textOf))
    .join('\n')
    .trim();
}
