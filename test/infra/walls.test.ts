import { globSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { roomOf } from '../../walls.config.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Lints one file at a path of the repository, with the repository's own configuration, in a copy that holds nothing else. */
async function lint(path: string, source: string): Promise<{ exitCode: number | undefined; output: string }> {
  const folder = await temporaryFolder();
  for (const name of ['node_modules', 'oxlint.config.ts', 'walls.config.ts', 'walls.plugin.ts', 'tsconfig.json']) {
    await symlink(join(ROOT, name), join(folder, name));
  }
  await mkdir(join(folder, dirname(path)), { recursive: true });
  await writeFile(join(folder, path), source);
  const { exitCode, stdout } = await execa('oxlint', [path], { cwd: folder, reject: false, preferLocal: true });
  return { exitCode, output: stdout };
}

describe('an import through a wall fails the lint', () => {
  test.each([
    ['src/core/loop.ts', `import '../store/s3.ts';`, 'src/core may not import from src/store'],
    ['src/core/loop.ts', `import 'node:fs';`, `src/core may not import Node's node:fs`],
    ['src/contract/run.ts', `import 'zod';`, 'src/contract may not import the package zod'],
    [
      'src/models/openai.ts',
      `import '@temporalio/client';`,
      'src/models may not import the package @temporalio/client',
    ],
    ['workflows/index.ts', `import '../activities/index.ts';`, 'workflows may only import types from activities'],
    ['workflows/index.ts', `export * from '../src/store/s3.ts';`, 'workflows may not import from src/store'],
    ['workflows/index.ts', `void import('node:crypto');`, `workflows may not import Node's node:crypto`],
    ['src/cli/main.ts', `import '../sandbox/bwrap.ts';`, 'src/cli may not import from src/sandbox'],
    ['src/store/s3.ts', `import '../../test/setup/environment.ts';`, 'src/store may not import from test'],
  ])('%s: %s', async (path, source, message) => {
    const { exitCode, output } = await lint(path, `${source}\n`);
    expect(output).toContain(`${message} (walls.config.ts)`);
    expect(exitCode).toBe(1);
  });
});

test.each([
  ['src/core/loop.ts', `import '../contract/run.ts';`],
  ['src/workspace/folder.ts', `import type { Store } from '../store/port.ts';\nexport type Kept = Store;`],
  ['workflows/index.ts', `import '@temporalio/workflow';`],
  ['infra/dev/demo.ts', `import '../../src/store/s3.ts';`],
])('an import through a door does not: %s: %s', async (path, source) => {
  const { exitCode, output } = await lint(path, `${source}\n`);
  expect(output).not.toContain('walls.config.ts');
  expect(exitCode).toBe(0);
});

test('every folder of source has its walls', () => {
  const folders = globSync(['src/*/', 'workflows', 'activities'], { cwd: ROOT });
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => roomOf(join(folder, 'index.ts')) === undefined)).toEqual([]);
});
