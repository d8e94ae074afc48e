import { posix } from 'node:path';
import { KIND } from './kind.mjs';

/** Namespaces of DrawingML (shapes and text), PresentationML and relations between parts. */
export const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const P = KIND.namespace;
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function elements(node, namespace, name) {
  return Array.from(node.getElementsByTagNameNS(namespace, name));
}

/** The slides in the order of the show: `{number, path, document, hidden, notesPath, layoutPath}`. */
export function slidesOf(file) {
  const targets = relationsOf(file, KIND.main);
  return elements(file.xml(KIND.main), P, 'sldId').map((slide, index) => {
    const { path } = targets.find(({ id }) => id === slide.getAttributeNS(R, 'id')) ?? {};
    const document = file.xml(path);
    const related = relationsOf(file, path);
    return {
      number: index + 1,
      path,
      document,
      hidden: document.documentElement.getAttribute('show') === '0',
      notesPath: related.find(({ type }) => type.endsWith('/notesSlide'))?.path,
      layoutPath: related.find(({ type }) => type.endsWith('/slideLayout'))?.path,
    };
  });
}

export function relationsOf(file, path) {
  const relations = posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
  if (!file.has(relations)) return [];
  return Array.from(file.xml(relations).getElementsByTagName('Relationship'), (relation) => ({
    id: relation.getAttribute('Id'),
    type: relation.getAttribute('Type'),
    path: posix.resolve('/', posix.dirname(path), relation.getAttribute('Target')).slice(1),
  }));
}

/** Width and height of the slides in inches. */
export function slideSize(file) {
  const [size] = elements(file.xml(KIND.main), P, 'sldSz');
  return { width: inches(size?.getAttribute('cx') ?? 9144000), height: inches(size?.getAttribute('cy') ?? 6858000) };
}

/** From English Metric Units, of which an inch has 914,400. */
export function inches(units) {
  return Number(units) / 914400;
}

/** What a paragraph (`a:p`) says; a line break is `\n`. */
export function paragraphText(paragraph) {
  return textPieces(paragraph)
    .map(({ text }) => text)
    .join('');
}

/** The text of a paragraph as pieces in order: `{element, text}`, where the element is an `a:t` or a line break. */
export function textPieces(paragraph) {
  const pieces = [];
  const walk = (node) => {
    for (const child of Array.from(node.childNodes)) {
      if (child.localName === 't' && child.namespaceURI === A) pieces.push({ element: child, text: child.textContent });
      else if (child.localName === 'br' && child.namespaceURI === A) pieces.push({ element: child, text: '\n' });
      else if (child.nodeType === 1) walk(child);
    }
  };
  walk(paragraph);
  return pieces;
}
