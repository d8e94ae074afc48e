import { access, chmod, constants, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import envPaths from 'env-paths';
import { execa, ExecaError } from 'execa';
import { SkillrunError } from '../../src/contract/errors.ts';
import { makeFolder } from './folder.ts';
import type { Progress } from './progress.ts';

/** A server that we start but do not ship. */
export interface Binary {
  program: string;
  /** Environment variable that names one to use. */
  variable: string;
  /** The oldest version that does what we need of it, `major.minor.patch`. */
  oldest: string;
  /** Where people get it, for the error when no way works. */
  source: string;
  /** In the order in which they are tried. */
  ways: Way[];
}

/** A verified way to get a binary: its content is pinned by a hash or checked by the tool that fetches it. */
export interface Way {
  name: string;
  version: string;
  /** Puts the program below the folder and returns its path. */
  install(folder: string): Promise<string>;
}

export interface Search {
  environment: NodeJS.ProcessEnv;
  /** Where what was fetched is kept. */
  cache: string;
  progress: Progress;
}

/** What programs call themselves when they were built by `go install`. */
const UNVERSIONED = '0.0.0';

const REASON_CHARACTERS = 500;

/** Outside of the repository, so that all checkouts share it. */
export function binaryCache(): string {
  return join(envPaths('skillrun', { suffix: '' }).cache, 'bin');
}

/**
 * The path of a binary, by its environment variable, PATH, the cache, or the first way that works. Throws
 * `missing_binary` with all ways tried, and `invalid_configuration` when the variable's binary does not do.
 */
export async function findBinary(binary: Binary, search: Search): Promise<string> {
  return (
    (await fromVariable(binary, search)) ??
    (await fromPath(binary, search)) ??
    (await fromCache(binary, search)) ??
    (await fromWays(binary, search))
  );
}

async function fromVariable(binary: Binary, { environment }: Search): Promise<string | undefined> {
  const path = environment[binary.variable];
  if (!path) return undefined;
  const problem = await problemWith(binary, path);
  if (problem === undefined) return path;
  throw new SkillrunError('invalid_configuration', `${binary.variable} names a file that ${problem} [path=${path}]`, {
    hint: `Let it name ${binary.program} ${binary.oldest} or newer, or unset it`,
  });
}

async function fromPath(binary: Binary, { environment, progress }: Search): Promise<string | undefined> {
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, binary.program);
    if (folder === '' || !(await isExecutable(path))) continue;
    const problem = await problemWith(binary, path);
    if (problem === undefined) return path;
    progress(`Passing over ${path}: it ${problem}`);
  }
  return undefined;
}

async function fromCache(binary: Binary, { cache }: Search): Promise<string | undefined> {
  for (const way of binary.ways) {
    const path = cached(binary, way, cache);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function fromWays(binary: Binary, { cache, progress }: Search): Promise<string> {
  const failures: string[] = [];
  await makeFolder(cache);
  for (const way of binary.ways) {
    progress(`Getting ${binary.program} ${way.version} by ${way.name}: a minute or two, this once [cache=${cache}]`);
    const folder = await mkdtemp(join(cache, 'incoming-'));
    try {
      const fetched = await way.install(folder);
      await chmod(fetched, 0o755);
      // Renamed into place whole: another process that does the same at the same time is no danger.
      await rename(fetched, cached(binary, way, cache));
      return cached(binary, way, cache);
    } catch (error) {
      failures.push(`${way.name}: ${reasonOf(error)}`);
      progress(`${way.name} did not work`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new SkillrunError(
    'missing_binary',
    `There is no ${binary.program}, and none to be had: ${failures.join('; ')}`,
    {
      hint:
        `Put ${binary.program} ${binary.oldest} or newer (${binary.source}) on PATH, let ${binary.variable} name it, ` +
        `or mend what kept one of these from working: ${binary.ways.map(({ name }) => name).join(', ')}`,
    },
  );
}

function cached(binary: Binary, way: Way, cache: string): string {
  return join(cache, `${binary.program}-${way.version}`);
}

/** Why a binary does not do, or undefined when it does. One that was built without a version is taken at its word. */
async function problemWith(binary: Binary, path: string): Promise<string | undefined> {
  if (!(await isExecutable(path))) return 'cannot be executed';
  const { failed, stdout } = await execa(path, ['--version'], { reject: false, timeout: 20_000, stdin: 'ignore' });
  if (failed) return 'does not answer --version';
  const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? UNVERSIONED;
  return version === UNVERSIONED || !isOlder(version, binary.oldest) ? undefined : `is version ${version}`;
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** What a failed tool said last, on one line. */
function reasonOf(error: unknown): string {
  const words = error instanceof ExecaError ? error.stderr || (error.originalMessage ?? '') : String(error);
  return words.replaceAll(/\s+/g, ' ').trim().slice(-REASON_CHARACTERS);
}
