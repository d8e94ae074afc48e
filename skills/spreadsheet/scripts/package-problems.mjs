import { posix } from 'node:path';
import { parseXml } from './package-file.mjs';

/** What a reader of the format would stumble over, in words. */
export function problemsOf(parts, kind) {
  const problems = [];
  const documents = {};
  for (const name of Object.keys(parts).filter((name) => /\.(xml|rels)$/.test(name))) {
    try {
      documents[name] = parseXml(Buffer.from(parts[name]).toString('utf8'), name);
    } catch (error) {
      problems.push(error.message);
    }
  }
  for (const name of ['[Content_Types].xml', '_rels/.rels', kind.main]) {
    if (parts[name] === undefined) problems.push(`${name}: is missing`);
  }
  for (const [name, document] of Object.entries(documents)) {
    if (name.endsWith('.rels')) problems.push(...lostTargets(name, document, parts));
  }
  if (documents['[Content_Types].xml'] !== undefined)
    problems.push(...untyped(documents['[Content_Types].xml'], parts));
  return problems;
}

function lostTargets(name, document, parts) {
  const folder = posix.dirname(posix.dirname(name));
  return Array.from(document.getElementsByTagName('Relationship'))
    .filter((relation) => relation.getAttribute('TargetMode') !== 'External')
    .map((relation) => posix.resolve('/', folder, relation.getAttribute('Target')).slice(1))
    .filter((target) => parts[target] === undefined)
    .map((target) => `${name}: refers to ${target}, which is missing`);
}

function untyped(types, parts) {
  const values = (tag, key) =>
    Array.from(types.getElementsByTagName(tag), (node) => node.getAttribute(key).toLowerCase());
  const extensions = new Set(values('Default', 'Extension'));
  const overrides = new Set(values('Override', 'PartName'));
  return Object.keys(parts)
    .filter((name) => name !== '[Content_Types].xml')
    .filter((name) => !overrides.has(`/${name}`.toLowerCase()) && !extensions.has(name.split('.').at(-1).toLowerCase()))
    .map((name) => `${name}: has no content type in [Content_Types].xml`);
}
