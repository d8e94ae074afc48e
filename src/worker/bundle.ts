import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';
import envPaths from 'env-paths';

const quiet: Logger = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Bundles the workflow code: about three seconds of webpack. */
export async function buildWorkflowBundle(workflowsPath: string): Promise<string> {
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: quiet });
  return code;
}

/**
 * The path of the workflow bundle. A built package brings it along; from source it is made once for each state of the
 * sources and kept in the user's cache.
 */
export async function workflowBundle(): Promise<string> {
  const shipped = fileURLToPath(new URL('../../workflow-bundle.js', import.meta.url));
  if (existsSync(shipped)) return shipped;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const folder = envPaths('skillrun', { suffix: '' }).cache;
  const path = join(folder, `workflows-${await sourceDigest(root)}.js`);
  if (existsSync(path)) return path;
  const code = await buildWorkflowBundle(join(root, 'workflows/index.ts'));
  await mkdir(folder, { recursive: true });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, code);
  await rename(temporary, path);
  return path;
}

/** Names the state of everything that goes into the bundle. */
async function sourceDigest(root: string): Promise<string> {
  const files = await Array.fromAsync(
    glob(['workflows/**/*.ts', 'src/core/**/*.ts', 'src/contract/**/*.ts'], { cwd: root }),
  );
  const require = createRequire(import.meta.url);
  const { version } = require('@temporalio/workflow/package.json') as { version: string };
  const parts = [version];
  for (const file of files.sort()) parts.push(file, await readFile(join(root, file), 'utf8'));
  return hash('sha256', parts.join('\0')).slice(0, 32);
}
