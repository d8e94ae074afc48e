import { basename, join } from 'node:path';
import { execa } from 'execa';
import type { Way } from './binary.ts';

/** Builds a pinned version of a Go program, whose source Go checks against its checksum database. Takes about a minute. */
export function goInstall(module: string, version: string): Way {
  const target = `${module}@v${version}`;
  return {
    name: `go install ${target}`,
    version,
    async install(folder) {
      await execa('go', ['install', target], { env: { GOBIN: folder, CGO_ENABLED: '0' }, stdin: 'ignore' });
      return join(folder, basename(module));
    },
  };
}
