import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where `skillrun dev` keeps its objects and its record, in the folder that it is started from. */
export const DEV_FOLDER = '.skillrun';

export interface DevFolder {
  path: string;
  /** False for a temporary folder, where the current one cannot be written to: other commands cannot find it. */
  isFound: boolean;
}

export async function openDevFolder(): Promise<DevFolder> {
  try {
    await mkdir(DEV_FOLDER, { recursive: true, mode: 0o700 });
    // Its keys and objects are not for anybody's repository.
    await writeFile(join(DEV_FOLDER, '.gitignore'), '*\n');
    return { path: DEV_FOLDER, isFound: true };
  } catch {
    return { path: await mkdtemp(join(tmpdir(), 'skillrun-dev-')), isFound: false };
  }
}
