import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { isAlive } from './live-process.ts';
import { SkillrunError } from '../contract/errors.ts';

/** This process's part of the data folder. */
export interface HostFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * The `node_modules` folder with the libraries of the skills. Commands find them from their workspace, because Node
 * looks for `node_modules` in every folder above a script.
 */
export function toolboxFolder(): string {
  const manifest = findPackageJSON('sharp', import.meta.url);
  if (manifest === undefined) {
    throw new SkillrunError(
      'invalid_configuration',
      'The libraries of the skills are not installed: there is no sharp',
      {
        hint: 'Install skillrun with its dependencies: npm ci',
      },
    );
  }
  return dirname(dirname(manifest));
}

/**
 * Makes the folder of a host, and removes those of processes that are no more. A data folder belongs to one machine:
 * process ids tell who still lives.
 */
export async function openHostFolder(dataFolder: string, hostId: string): Promise<HostFolder> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataFolder)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(join(dataFolder, name), { recursive: true, force: true });
  }
  const path = join(dataFolder, `${process.pid}-${hostId}`);
  await mkdir(path, { mode: 0o700 });
  await symlink(toolboxFolder(), join(path, 'node_modules'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
