import { access, glob, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';

/** A command that says that it has started, and then waits for a word from the test. */
export function heldCommand(first: string, last: string): string {
  return `${first}; touch started; until [ -e go ]; do sleep 0.02; done; rm go started; ${last}`;
}

/** Waits for a held command to run on some host of this data folder; answers with its workspace's folder. */
export async function untilHeld(dataFolder: string, notIn?: string): Promise<string> {
  return await vi.waitFor(
    async () => {
      for await (const path of glob('*/workspaces/*/files/started', { cwd: dataFolder })) {
        const folder = dirname(join(dataFolder, path));
        if (folder !== notIn) return folder;
      }
      throw new Error('no held command is running');
    },
    { timeout: 50_000, interval: 50 },
  );
}

export async function letGo(folder: string): Promise<void> {
  await writeFile(join(folder, 'go'), '');
}

export async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
