import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Problem, runScript, wrongUsage } from './cli.mjs';
import { KIND } from './kind.mjs';
import { openPackage, zipParts } from './package-file.mjs';
import { problemsOf } from './package-problems.mjs';

const HELP = `Usage: package.mjs unpack FILE.${KIND.extension} FOLDER   write its parts (XML, pictures) as files
       package.mjs pack FOLDER FILE.${KIND.extension}     make a ${KIND.name} file of them, after the same checks as check
       package.mjs check FILE.${KIND.extension}           what would make ${KIND.name} complain: broken XML, missing parts

check prints "ok" or one problem per line, and ends with 1 when there are any.`;

await runScript('package', HELP, async ([command, ...rest]) => {
  const [from, to] = rest;
  if (command === 'check' && rest.length === 1) return report(from, problemsOf(await partsOf(from), KIND));
  if (rest.length !== 2) throw wrongUsage('Use unpack FILE FOLDER, pack FOLDER FILE or check FILE.');
  if (command === 'unpack') return unpack(from, to);
  if (command === 'pack') return pack(from, to);
  throw wrongUsage(`Unknown command ${command}.`);
});

async function partsOf(path) {
  const file = await openPackage(path, KIND);
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
  console.log(`wrote ${Object.keys(parts).length} parts to ${folder}; the main one is ${join(folder, KIND.main)}`);
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
  const problems = problemsOf(parts, KIND);
  if (problems.length > 0) return report(folder, problems);
  await writeFile(path, zipParts(parts));
  console.log(`wrote ${path}: ${Object.keys(parts).length} parts`);
}

function report(path, problems) {
  console.log(problems.length === 0 ? 'ok' : problems.join('\n'));
  if (problems.length > 0) throw new Problem(`${path}: ${problems.length} problem(s), listed above`);
}
