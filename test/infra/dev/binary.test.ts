import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Binary, findBinary, type Way } from '../../../infra/dev/binary.ts';
import { describeError, isSkillrunError } from '../../../src/contract/errors.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

let root: string;
let progress: string[];

beforeEach(async () => {
  root = await temporaryFolder();
  progress = [];
});

/** Writes a program below the test's folder that answers --version. */
async function program(path: string, version: string): Promise<string> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\necho "server version ${version}"\n`);
  await chmod(file, 0o755);
  return file;
}

function way(name: string, version: string, install: Way['install']): Way {
  return { name, version, install };
}

const working = way('the good way', '2.5.0', async (folder) => {
  const file = join(folder, 'fetched');
  await writeFile(file, '#!/bin/sh\necho "server version 2.5.0"\n');
  return file;
});

const broken = way('the broken way', '2.6.0', async () => {
  const { stdout } = await execa('sh', ['-c', 'echo fetching; echo no route to host >&2; exit 1']);
  return stdout;
});

const absent = way('the way of an absent tool', '2.7.0', async () => {
  const { stdout } = await execa('skillrun-no-such-tool');
  return stdout;
});

async function find(ways: Way[], environment: Record<string, string> = {}): Promise<string> {
  const binary: Binary = {
    program: 'server',
    variable: 'SERVER_BIN',
    oldest: '2.4.0',
    source: 'https://server.test',
    ways,
  };
  // The programs are shell scripts.
  const path = [environment['PATH'], '/usr/bin', '/bin'].filter(Boolean).join(':');
  return findBinary(binary, {
    environment: { ...environment, PATH: path },
    cache: join(root, 'cache'),
    progress: (line) => progress.push(line),
  });
}

describe('the first of these is taken', () => {
  test('the environment variable', async () => {
    const named = await program('named/server-of-mine', '2.4.0');
    await program('path/server', '3.0.0');
    expect(await find([working], { SERVER_BIN: named, PATH: join(root, 'path') })).toBe(named);
  });

  test('PATH, passing over what is too old and what does not run', async () => {
    await program('old/server', '2.3.9');
    await chmod(await program('plain/server', '9.0.0'), 0o644);
    const good = await program('new/server', '2.10.0');
    const path = ['old', 'plain', 'new'].map((folder) => join(root, folder)).join(':');
    expect(await find([working], { PATH: path })).toBe(good);
    expect(progress).toEqual([`Passing over ${join(root, 'old/server')}: it is version 2.3.9`]);
  });

  test('PATH, where a program that was built without a version is taken at its word', async () => {
    const built = await program('path/server', '0.0.0-DEV');
    expect(await find([working], { PATH: join(root, 'path') })).toBe(built);
  });

  test('the cache', async () => {
    const kept = await program('cache/server-2.5.0', '2.5.0');
    expect(await find([broken, working])).toBe(kept);
    expect(progress).toEqual([]);
  });

  test('the first way that works, which says what takes long and leaves only the program in the cache', async () => {
    const path = await find([broken, absent, working]);
    expect((await execa(path)).stdout).toBe('server version 2.5.0');
    expect(await readdir(join(root, 'cache'))).toEqual(['server-2.5.0']);
    expect(progress.at(-1)).toMatch(/^Getting server 2\.5\.0 by the good way/);
  });
});

test('two at once get the same whole program', async () => {
  const paths = await Promise.all([find([working]), find([working])]);
  expect(new Set(paths)).toEqual(new Set([join(root, 'cache/server-2.5.0')]));
  expect(await readdir(join(root, 'cache'))).toEqual(['server-2.5.0']);
});

test('a variable that names something else is an error, not a reason to take another', async () => {
  const old = await program('old/server', '2.3.0');
  for (const [path, problem] of [
    [old, 'is version 2.3.0'],
    [join(root, 'nothing'), 'cannot be executed'],
    ['/bin/false', 'does not answer --version'],
  ] as const) {
    await expect(find([working], { SERVER_BIN: path })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: `SERVER_BIN names a file that ${problem} [path=${path}]`,
    });
  }
});

test('when no way works, one error names every way, why it failed, and what else would do', async () => {
  const error: unknown = await find([broken, absent]).catch((error: unknown) => error);
  if (!isSkillrunError(error)) throw error;
  expect(error.code).toBe('missing_binary');
  const text = describeError(error);
  expect(text).toContain('the broken way: no route to host');
  expect(text).toMatch(/the way of an absent tool: .*skillrun-no-such-tool/);
  expect(text).toContain('Put server 2.4.0 or newer (https://server.test) on PATH, let SERVER_BIN name it');
  expect(await readdir(join(root, 'cache'))).toEqual([]);
});
