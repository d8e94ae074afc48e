import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { TreeAccess } from './tree-access.ts';
import { walk } from './walk.ts';

/** Removes whatever is at the path, however deep or locked; no error where there is nothing. Follows no links. */
export async function removeTree(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) return unlinkSync(path);
  const access = new TreeAccess(0o700);
  const root = Buffer.from(path);
  const folders: Buffer[] = [root];
  try {
    for await (const visits of walk(root, access)) {
      for (const { reach, stat } of visits) {
        if (stat.isDirectory()) folders.push(reach);
        else unlinkSync(reach);
      }
    }
    for (const folder of folders.toReversed()) rmdirSync(folder);
  } finally {
    access.abandon();
  }
}
