import { readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Where commands see the workspace in a sandbox that has a root of its own. */
const SEEN_AT = '/workspace';

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Where in a workspace a path leads to; no part of it is a symlink, unless someone is changing the workspace. */
export interface WorkspacePath {
  /** Relative to the workspace; empty for the workspace itself. */
  path: string;
  /** On the host. */
  absolute: string;
}

/**
 * Resolves a path as a command in the workspace would: relative, or absolute as the command or as the host sees the
 * workspace. Undefined when it leads out of the workspace, also through a symlink, or round in circles.
 */
export async function resolveInWorkspace(folder: string, path: string): Promise<WorkspacePath | undefined> {
  const root = await realpath(folder);
  const roots = [SEEN_AT, folder, root];
  const pending = namesIn(roots, path);
  let names: string[] = [];
  let links = 0;
  for (let name = pending?.shift(); name !== undefined; name = pending?.shift()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (names.pop() === undefined) return undefined;
      continue;
    }
    const target = await linkTarget(join(root, ...names, name));
    if (target === undefined) {
      names.push(name);
      continue;
    }
    const next = namesIn(roots, target);
    links += 1;
    if (next === undefined || links > MAX_LINKS) return undefined;
    if (target.startsWith('/')) names = [];
    pending?.unshift(...next);
  }
  return pending && { path: names.join('/'), absolute: join(root, ...names) };
}

/** The names of a path from the workspace on; undefined when it is absolute and leads elsewhere. */
function namesIn(roots: string[], path: string): string[] | undefined {
  if (!path.startsWith('/')) return path.split('/');
  const root = roots.find((root) => path === root || path.startsWith(`${root}/`));
  return root === undefined ? undefined : path.slice(root.length).split('/');
}

/** Undefined for what is no symlink, or is not there. */
async function linkTarget(path: string): Promise<string | undefined> {
  return await readlink(path).catch(() => undefined);
}
