import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// One more than the cores of a small machine: half of the time of tests that start servers is waiting.
const maxWorkers = 3;

/** Short files that take long: begun last, as the usual order by size has it, each would keep one core waiting at the end. */
const long = ['test/wire/reference.test.ts', 'test/races/restore.test.ts', 'test/races/killed-servers.test.ts'];

/** What counts steps counts those of what it loads itself: each file has a worker of its own. */
const counted = ['test/faults/worst-inputs.test.ts', 'test/faults/list-slots-work.test.ts'];

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const shared = {
  pool: 'forks' as const,
  maxWorkers,
  // Only what hangs takes so long: on a machine that others use, too, a test takes ten times its time.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  // What is waited for comes at once on a quiet machine, and later on a busy one.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongFilesFirst },
    // Once for all projects.
    globalSetup: ['test/support/texts-global-setup.ts', 'test/support/postgres-global-setup.ts'],
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
          // As above: each file in a worker of its own took a quarter of their time.
          isolate: false,
          include: ['test/faults/**/*.test.ts'],
          exclude: counted,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: { ...shared, name: 'counted', include: counted },
      },
      // What takes minutes, and is asked for by name.
      ...(process.env.DEEP ? [{ test: { ...shared, name: 'deep', include: ['test/deep/**/*.test.ts'] } }] : []),
    ],
  },
});
