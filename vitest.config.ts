import { defineConfig } from 'vitest/config';

const common = { pool: 'forks', testTimeout: 60_000, hookTimeout: 120_000 } as const;

export default defineConfig({
  test: {
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
