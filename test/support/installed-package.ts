import { readdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface InstalledPackage {
  /** Paths of the files in the package. */
  files: string[];
  /** The command line's file. */
  main: string;
  /** Runs a program in the folder, with this environment and nothing else; returns its stdout. Throws when it fails. */
  run(program: string, args: string[], environment?: Record<string, string>): Promise<string>;
}

/** Builds and packs the package, and installs it into an empty folder, as its users do. Takes most of a minute. */
export async function installPackage(folder: string): Promise<InstalledPackage> {
  const npm = execa({ cwd: folder, stdin: 'ignore', all: true });
  await npm({ cwd: ROOT })`npm pack --pack-destination ${folder}`;
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  const { stdout } = await npm`tar -tzf ${tarball}`;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await npm`npm install ./${tarball} --ignore-scripts --prefer-offline --no-audit --no-fund`;
  return {
    files: stdout.split('\n').map((path) => path.replace(/^package\//, '')),
    main: join(folder, 'node_modules/.bin/skillrun'),
    async run(program, args, environment = {}) {
      const env = { ...searchPath(), HOME: process.env['HOME'] ?? folder, ...environment };
      const result = await execa(program, args, { cwd: folder, stdin: 'ignore', all: true, extendEnv: false, env });
      return result.stdout;
    },
  };
}

/** With this Node first, as the machine's own may be an older one. */
function searchPath(): { PATH: string } {
  return { PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) };
}
