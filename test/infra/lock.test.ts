import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Package {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const file = resolve(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Package> };

/** Where Node would find the package `name` when the package at `path` asks for it. */
function isLocked(path: string, name: string): boolean {
  const above = path.split('/node_modules/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'));
  return ['', ...above.map((folder) => `${folder}/`)].some((folder) => `${folder}node_modules/${name}` in packages);
}

/** npm 11 refuses a lock without them, and on the platform that lacks its own there would be no Temporal worker. */
test('the lock holds what every platform needs', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});

test('the lock names no registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
