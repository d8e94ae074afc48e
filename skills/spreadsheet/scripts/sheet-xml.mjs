import { posix } from 'node:path';
import { decodeCell } from '@cj-tech-master/excelts';
import { Problem } from './cli.mjs';
import { KIND } from './kind.mjs';

const S = KIND.namespace;
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function elements(node, name) {
  return Array.from(node.getElementsByTagNameNS(S, name));
}

/** The sheets of a workbook as `{name, path}`, in the order of their tabs. */
export function sheetParts(file) {
  const folder = posix.dirname(KIND.main);
  const relations = file.xml(posix.join(folder, '_rels', `${posix.basename(KIND.main)}.rels`));
  const targets = new Map(
    Array.from(relations.getElementsByTagName('Relationship'), (relation) => [
      relation.getAttribute('Id'),
      posix.resolve('/', folder, relation.getAttribute('Target')).slice(1),
    ]),
  );
  return elements(file.xml(KIND.main), 'sheet').map((sheet) => ({
    name: sheet.getAttribute('name'),
    path: targets.get(sheet.getAttributeNS(R, 'id')),
  }));
}

/** The cell at an address like `B2`; made, in its place, where there is none. */
export function cellAt(document, address) {
  const { r, c } = decodeCell(address);
  const [data] = elements(document, 'sheetData');
  const row = findOrInsert(data, 'row', String(r + 1), (other) => Number(other.getAttribute('r')) > r + 1);
  return findOrInsert(row, 'c', address, (other) => decodeCell(other.getAttribute('r')).c > c);
}

function findOrInsert(parent, name, reference, comesAfter) {
  const siblings = Array.from(parent.childNodes).filter((node) => node.localName === name);
  const found = siblings.find((node) => node.getAttribute('r') === reference);
  if (found !== undefined) return found;
  const added = parent.ownerDocument.createElementNS(S, name);
  added.setAttribute('r', reference);
  return parent.insertBefore(added, siblings.find(comesAfter) ?? null);
}

/** Sets what a cell holds and leaves its style. See `sheet.mjs --help` for the kinds of values. */
export function setCell(cell, value) {
  const [formula] = childrenNamed(cell, 'f');
  if (formula?.hasAttribute('ref')) {
    throw new Problem(
      `cell ${cell.getAttribute('r')}: its formula also serves ${formula.getAttribute('ref')}; set those cells first, or use another one`,
    );
  }
  clear(cell);
  if (value === null) return;
  if (typeof value === 'object' && value.formula !== undefined) append(cell, 'f', value.formula.replace(/^=/, ''));
  else setResult(cell, typeof value === 'object' ? { date: value.date } : value);
}

/** Stores a value, beside the formula if the cell has one: a number, text, boolean, `{date}` or `{error}`. */
export function setResult(cell, value) {
  const [formula] = childrenNamed(cell, 'f');
  clear(cell);
  if (formula !== undefined) cell.appendChild(formula);
  if (typeof value === 'number') append(cell, 'v', String(value));
  else if (typeof value === 'boolean') typed(cell, 'b', Number(value));
  else if (value?.error !== undefined) typed(cell, 'e', value.error);
  else if (value?.date !== undefined) append(cell, 'v', String(serialOf(value.date)));
  else if (formula !== undefined) typed(cell, 'str', value);
  else {
    cell.setAttribute('t', 'inlineStr');
    const text = append(append(cell, 'is'), 't', value);
    text.setAttribute('xml:space', 'preserve');
  }
}

function typed(cell, type, value) {
  cell.setAttribute('t', type);
  append(cell, 'v', String(value));
}

function clear(cell) {
  cell.removeAttribute('t');
  for (const node of Array.from(cell.childNodes)) cell.removeChild(node);
}

function append(parent, name, text) {
  const element = parent.ownerDocument.createElementNS(S, name);
  if (text !== undefined) element.textContent = text;
  return parent.appendChild(element);
}

function childrenNamed(node, name) {
  return Array.from(node.childNodes).filter((child) => child.localName === name);
}

/** Days since the end of 1899, as spreadsheets count them. */
function serialOf(date) {
  return (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}
