import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { Problem, runScript, wrongUsage } from './cli.mjs';
import { openPackage, parseXml, zipParts } from './package-file.mjs';

const HELP = `Usage: package.mjs unpack FILE.docx FOLDER    write its parts (XML, pictures) as files
       package.mjs pack FOLDER FILE.docx      make a Word file of them, after the same checks as check
       package.mjs check FILE.docx            what would make Word complain: broken XML, missing parts

check prints "ok" or one problem per line, and ends with 1 when there are any.`;

await runScript('package', HELP, async ([command, ...rest]) => {
  const [from, to] = rest;
  if (command === 'check' && rest.length === 1) return report(from, problemsOf(await partsOf(from)));
  if (rest.length !== 2) throw wrongUsage('Use unpack FILE FOLDER, pack FOLDER FILE or check FILE.');
  if (command === 'unpack') return unpack(from, to);
  if (command === 'pack') return pack(from, to);
  throw wrongUsage(`Unknown command ${command}.`);
});

async function partsOf(path) {
  const file = await openPackage(path);
  return Object.fromEntries(file.names().map((name) => [name, file.bytes(name)]));
}

async function unpack(path, folder) {
  const parts = await partsOf(path);
  const root = resolve(folder);
  for (const [name, bytes] of Object.entries(parts)) {
    const target = resolve(root, name);
    // The names come from the file and may lead anywhere.
    if (!target.startsWith(root + sep))
      throw new Problem(`${path}: part ${JSON.stringify(name)} leads out of ${folder}`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  console.log(
    `wrote ${Object.keys(parts).length} parts to ${folder}; the text is in ${join(folder, 'word/document.xml')}`,
  );
}

async function pack(folder, path) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    throw new Problem(`${folder}: ${error.code === 'ENOENT' ? 'no such folder' : error.message}`);
  });
  const parts = {};
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name);
    parts[relative(folder, file).split(sep).join('/')] = new Uint8Array(await readFile(file));
  }
  const problems = problemsOf(parts);
  if (problems.length > 0) return report(folder, problems);
  await writeFile(path, zipParts(parts));
  console.log(`wrote ${path}: ${Object.keys(parts).length} parts`);
}

function report(path, problems) {
  console.log(problems.length === 0 ? 'ok' : problems.join('\n'));
  if (problems.length > 0) throw new Problem(`${path}: ${problems.length} problem(s), listed above`);
}

/** What a reader of the format would stumble over, in words. */
function problemsOf(parts) {
  const problems = [];
  const documents = {};
  for (const name of Object.keys(parts).filter((name) => /\.(xml|rels)$/.test(name))) {
    try {
      documents[name] = parseXml(Buffer.from(parts[name]).toString('utf8'), name);
    } catch (error) {
      problems.push(error.message);
    }
  }
  for (const name of ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']) {
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
