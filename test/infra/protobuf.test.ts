import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * npm hoists protobufjs 7 beside several copies of 8 unless we depend on 8 ourselves. Messages of one copy are no messages
 * to another ("type must be a Type"): histories could not be written as JSON.
 */
test('one copy of protobufjs 8 serves all of Temporal', () => {
  const manifests = globSync('node_modules/**/protobufjs/package.json', { cwd: ROOT })
    .map((path) => JSON.parse(readFileSync(resolve(ROOT, path), 'utf8')) as { version: string })
    .filter(({ version }) => version.startsWith('8.'));
  expect(manifests).toHaveLength(1);

  const ours = createRequire(import.meta.url).resolve('protobufjs');
  const packages = globSync('node_modules/@temporalio/*/package.json', { cwd: ROOT });
  const copies = packages.map((path) => createRequire(resolve(ROOT, path)).resolve('protobufjs'));
  expect(packages.length).toBeGreaterThan(5);
  expect(new Set(copies)).toEqual(new Set([ours]));
});
