import { A, P, elements, inches, paragraphText } from './slides.mjs';

const KINDS = { sp: 'text', pic: 'picture', graphicFrame: 'frame', cxnSp: 'line' };

/**
 * The shapes of a slide in drawing order, groups taken apart:
 * `{kind, name, placeholder, alt, box, paragraphs, rows, chart}`, with the box in inches, if the slide itself gives one.
 */
export function shapesOf(document) {
  const [tree] = elements(document, P, 'spTree');
  return tree === undefined ? [] : childShapes(tree);
}

function childShapes(tree) {
  return Array.from(tree.childNodes).flatMap((node) => {
    if (node.localName === 'grpSp') return childShapes(node).map((shape) => ({ ...shape, box: undefined }));
    const kind = KINDS[node.localName];
    return kind === undefined ? [] : [describe(node, kind)];
  });
}

function describe(node, kind) {
  const [properties] = elements(node, P, 'cNvPr');
  const [placeholder] = elements(node, P, 'ph');
  const rows = elements(node, A, 'tr').map((row) => elements(row, A, 'tc').map(textOf));
  return {
    kind: rows.length > 0 ? 'table' : kind === 'frame' ? 'chart or other object' : kind,
    name: properties?.getAttribute('name') ?? '',
    alt: properties?.getAttribute('descr') ?? '',
    placeholder: placeholder === undefined ? undefined : placeholder.getAttribute('type') || 'body',
    box: boxOf(node),
    paragraphs: rows.length > 0 ? [] : elements(node, A, 'p'),
    rows,
  };
}

function boxOf(node) {
  const [offset] = elements(node, A, 'off');
  const [extent] = elements(node, A, 'ext').filter((candidate) => candidate.hasAttribute('cx'));
  if (offset === undefined || extent === undefined) return undefined;
  return {
    x: inches(offset.getAttribute('x')),
    y: inches(offset.getAttribute('y')),
    width: inches(extent.getAttribute('cx')),
    height: inches(extent.getAttribute('cy')),
  };
}

export function textOf(node) {
  return elements(node, A, 'p').map(paragraphText).join('\n').trim();
}

/** What the speaker sees: the body placeholder of the notes page, not its slide number. */
export function notesText(document) {
  const body = elements(document, P, 'sp').find((shape) =>
    elements(shape, P, 'ph').some((placeholder) => placeholder.getAttribute('type') === 'body'),
  );
  return body === undefined ? '' : textOf(body);
}
