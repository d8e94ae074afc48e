import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Absolute path of a program on this process's own PATH; undefined where it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && executable) return path;
  }
  return undefined;
}
