import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../setup/temporary-folder.ts';

const SCRIPT = resolve(import.meta.dirname, '../../.ci/run');

interface Outcomes {
  install?: string;
  /** What the test command does; `$SKILLRUN_TEST_REPORT` is where its results go. */
  test?: string;
  verify?: string;
}

const report = (...files: { status: string; tests: string[] }[]): string => {
  const testResults = files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((status) => ({ status })),
  }));
  return `echo '${JSON.stringify({ testResults })}' > $SKILLRUN_TEST_REPORT`;
};
const allPassed = report({ status: 'passed', tests: ['passed', 'passed'] });

/** Runs .ci/run in a folder whose install.sh and npm do what they are told. */
async function runCi({ install = 'true', test = allPassed, verify = 'true' }: Outcomes) {
  const folder = await temporaryFolder();
  const program = async (path: string, source: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `#!/bin/bash\n${source}\n`);
    await chmod(join(folder, path), 0o755);
  };
  await program('infra/worker/install.sh', install);
  await program('bin/npm', `case "$*" in ci) ;; test) ${test} ;; 'run verify') ${verify} ;; *) exit 99 ;; esac`);
  await cp(SCRIPT, join(folder, '.ci/run'));
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const { exitCode, stdout } = await execa(join(folder, '.ci/run'), { env, reject: false, cwd: '/' });
  return { exitCode, lines: stdout.split('\n') };
}

describe('.ci/run', () => {
  test('says what it does and ends with the sum', async () => {
    const { exitCode, lines } = await runCi({});
    expect(lines.filter((line) => line.startsWith('=== ') && !line.includes('passed after'))).toEqual([
      '=== infra/worker/install.sh',
      '=== npm ci && npm test',
      '=== npm run verify',
    ]);
    expect(lines.at(-1)).toBe('3 passed, 0 failed');
    expect(exitCode).toBe(0);
  });

  test.each<[string, Outcomes, string]>([
    [
      'a failed test',
      { test: `${report({ status: 'failed', tests: ['passed', 'failed'] })}; exit 1` },
      '2 passed, 1 failed',
    ],
    ['a skipped test', { test: report({ status: 'passed', tests: ['passed', 'skipped'] }) }, '2 passed, 1 failed'],
    ['a file that does not load', { test: `${report({ status: 'failed', tests: [] })}; exit 1` }, '1 passed, 1 failed'],
    ['a crash of the tests', { test: 'exit 1' }, '1 passed, 1 failed'],
    ['tests that leave no results', { test: 'true' }, '1 passed, 1 failed'],
    ['a failure that no test shows', { test: `${allPassed}; exit 1` }, '3 passed, 1 failed'],
    ['a failed verify', { verify: 'exit 1' }, '2 passed, 1 failed'],
    ['a failed installation', { install: 'exit 1' }, '3 passed, 1 failed'],
  ])('%s fails it', async (_, outcomes, sum) => {
    const { exitCode, lines } = await runCi(outcomes);
    expect(lines.at(-1)).toBe(sum);
    expect(exitCode).toBe(1);
  });

  test('forbids skips, and gives nothing to read from', async () => {
    const { lines } = await runCi({ test: `echo "skips: $SKILLRUN_TEST_SKIPS, stdin: $(cat | wc -c)"; ${allPassed}` });
    expect(lines).toContain('skips: forbid, stdin: 0');
  });
});
