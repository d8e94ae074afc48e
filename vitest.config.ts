import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SkippedTests } from './test/setup/skipped-tests.ts';

const common = { pool: 'forks', testTimeout: 60_000, hookTimeout: 120_000 } as const;

/** Many tests wait for servers and processes: more of them at once than there are cores. */
const WORKERS = availableParallelism() + 1;

/** Where a run leaves its results as JSON, for a program to read. */
const report = process.env['SKILLRUN_TEST_REPORT'];

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    reporters: ['default', new SkippedTests(), ...(report ? (['json'] as const) : [])],
    outputFile: { json: report ?? '' },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/contracts/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'system',
          include: ['test/e2e/**/*.test.ts', 'test/contracts/**/*.test.ts'],
          globalSetup: ['test/setup/environment.ts'],
        },
      },
    ],
  },
});
