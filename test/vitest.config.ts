import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { cacheFolder } from './support/project/cache-folder.ts';

// Compiled modules are cached across processes and threads, which start in a third of the time.
process.env.NODE_COMPILE_CACHE ??= cacheFolder('compiled');

/** The slowest tests, by the LONG that runs them: 1, as in CI, or 2. */
const LONG = [
  [
    'build/interruptions.test.ts',
    'end-to-end/repair.test.ts',
    'processes/run-group.test.ts',
    'worker/faults.test.ts',
  ],
  [
    'build/broken-off.test.ts',
    'build/shards.test.ts',
    'build/version-before.test.ts',
    'dataset/names.test.ts',
    'demo/made-up-country.test.ts',
    'experiments/flows.test.ts',
    'experiments/version-pairs.test.ts',
    'files/second-user.test.ts',
    'read/formats/reference-systems.test.ts',
    'working/literal-names.test.ts',
  ],
];
const wanted = process.env.FULL_COUNTS === '1' ? LONG.length : Number(process.env.LONG ?? 0);
const skipped = LONG.slice(wanted).flat();
if (skipped.length > 0)
  process.stdout.write(
    `Skipped, as they take minutes (LONG=${LONG.length} runs them): ${skipped.join(', ')}\n`,
  );

export default defineConfig({
  test: {
    // Many tests wait for a disk, a process or a clock.
    maxWorkers: availableParallelism() + 1,
    // The Worker logs a line a request.
    silent: 'passed-only',
    // Istanbul's counters are in the code itself, and so count in workerd too.
    coverage: {
      provider: 'istanbul',
      include: ['src/**/*.ts', 'tiles-builder/**/*.ts'],
      reporter: ['text-summary'],
      reportsDirectory: cacheFolder('coverage'),
      thresholds: { statements: 87, branches: 78 },
    },
    globalSetup: [join(import.meta.dirname, 'support/project/build-page-first.ts')],
    projects: [
      {
        root: import.meta.dirname,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: ['worker/**', 'end-to-end/**', 'real-data/**', 'browser/**', ...skipped],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Modules and processes outlast a file of tests, which saves a fifth of the time. Mocks are restored.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          unstubEnvs: true,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [cloudflareTest({ wrangler: { configPath: '../wrangler.toml' } })],
        test: {
          name: 'worker',
          include: ['worker/**/*.test.ts'],
          exclude: skipped,
          testTimeout: 30_000,
          // Randomised tests run a twentieth of their cases without it.
          provide: { fullCounts: process.env.FULL_COUNTS === '1' },
        },
      },
      {
        root: import.meta.dirname,
        test: {
          name: 'real-data',
          include: ['real-data/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        root: import.meta.dirname,
        test: {
          name: 'end-to-end',
          include: ['end-to-end/**/*.test.ts'],
          exclude: skipped,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        root: import.meta.dirname,
        test: {
          name: 'browser',
          include: ['browser/**/*.test.ts'],
          // The default of a second is too short on a loaded machine.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
