import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: ['test/support/texts-global-setup.ts', 'test/support/postgres-global-setup.ts'],
  pool: 'forks' as const,
  maxWorkers: 2,
  // Only what hangs takes so long: on a machine that others use, too, a test takes ten times its time.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  // What is waited for comes at once on a quiet machine, and later on a busy one.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // A worker loads the product once for all of its files: to load it anew for each took two thirds of the time. No test may leave
          // anything behind in a module or in the process.
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'src/**/*.test.tsx',
            'test/wire/**/*.test.ts',
            'test/races/**/*.test.ts',
            'test/fuzz/**/*.test.ts',
            'test/house/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
