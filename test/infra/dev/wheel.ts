import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';

/** Writes a wheel whose one program prints its version, as PyPI would serve it; returns the wheel's sha256. */
export async function writeWheel(folder: string, name: string, version: string, program: string): Promise<string> {
  const metadata = `${name}-${version}.dist-info`;
  const script = `${name}-${version}.data/scripts/${program}`;
  const files = {
    [script]: `#!/bin/sh\necho ${program} version ${version}\n`,
    [`${metadata}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${metadata}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${metadata}/RECORD`]: [script, `${metadata}/METADATA`, `${metadata}/WHEEL`].map((path) => `${path},,\n`).join(''),
  };
  const executable = { os: 3, attrs: (0o100755 << 16) >>> 0 };
  const entries: Zippable = {};
  for (const [path, text] of Object.entries(files)) entries[path] = [strToU8(text), executable];
  const wheel = zipSync(entries);
  await writeFile(join(folder, `${name}-${version}-py3-none-any.whl`), wheel);
  return createHash('sha256').update(wheel).digest('hex');
}
