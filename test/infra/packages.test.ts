import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

/** The programs that the lines of a list bring, as their comments say: `package  # program program`. */
function programsOf(list: string): string[] {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.flatMap((line) => line.split(/\s#\s/)[1]?.trim().split(' ') ?? []);
}

/** Programs by the skill that requires them. */
const required = globSync('skills/*/SKILL.md', { cwd: ROOT }).flatMap((path) => {
  const [, frontMatter = ''] = read(path).split(/^---$/m);
  const { metadata } = parse(frontMatter) as { metadata: { requires: string } };
  return metadata.requires.split(' ').map((program) => `${program} of ${path}`);
});

test('every program that a skill requires is installed by packages.txt or requirements.txt', () => {
  const lists = [read('infra/worker/packages.txt'), read('infra/worker/requirements.txt')];
  // The image and our own package bring Node.
  const installed = new Set(['node', ...lists.flatMap(programsOf)]);
  expect(required.length).toBeGreaterThan(0);
  expect(required.filter((entry) => !installed.has(entry.split(' ')[0]!))).toEqual([]);
});

test('every Python package is pinned to one version and its hash', () => {
  const lines = read('infra/worker/requirements.txt').split('\n');
  const packages = lines.filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of packages) expect(line).toMatch(/^[\w-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}(\s|$)/);
});
