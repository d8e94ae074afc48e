import { Problem, readInput } from './cli.mjs';

/**
 * What is to be added: `{where, id, text, metadata, vector?}`; `where` names the place for errors. Each file is an item
 * with its path as the id.
 */
export async function itemsOfFiles(paths, metadata) {
  const items = [];
  for (const where of paths) {
    items.push(checked({ where, id: where.replace(/^\.\//, ''), text: await readText(where), metadata }));
  }
  return items;
}

/** Items from files with a JSON object `{id, text, metadata?, vector?}` on each line. */
export async function itemsOfLines(paths, metadata) {
  const items = [];
  for (const path of paths) {
    for (const [index, line] of (await readText(path)).split('\n').entries()) {
      if (line.trim() === '') continue;
      const where = `${path}, line ${index + 1}`;
      const item = parseObject(line, where);
      if (!isObject(item.metadata ?? {})) throw new Problem(`${where}: "metadata" has to be an object`);
      items.push(checked({ ...item, where, metadata: { ...item.metadata, ...metadata } }));
    }
  }
  return items;
}

function checked({ where, id, text, metadata, vector }) {
  if (typeof id !== 'string' || id === '' || /\p{Cc}/u.test(id)) {
    throw new Problem(`${where}: "id" has to be a text of one line`);
  }
  if (typeof text !== 'string' || text.trim() === '') throw new Problem(`${where}: has no text; leave it out`);
  return { where, id, text, metadata, vector };
}

function parseObject(line, where) {
  try {
    const value = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // Told below, with the place.
  }
  throw new Problem(`${where}: is no JSON object such as {"id":"a","text":"…"}`);
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

async function readText(path) {
  const bytes = await readInput(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text.replaceAll('\r\n', '\n');
  } catch {
    // Told below, like a file with zero bytes in it.
  }
  throw new Problem(`${path}: is no text in UTF-8. Turn it into text first and add that`);
}
