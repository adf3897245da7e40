import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { hasChdb } from './support/processes/chdb.ts';
import { cacheFolder } from './support/project/cache-folder.ts';

// Processes and threads start in a third of the time.
process.env.NODE_COMPILE_CACHE ??= cacheFolder('compiled');

/** Tests that take minutes: `.ci/run` runs them all. */
const LONG = [
  'pipeline/no-locations-left.test.ts',
  'pipeline/resumed-builds.test.ts',
  'pipeline/reused-steps.test.ts',
  'pipeline/version-before.test.ts',
  'dataset/names.test.ts',
  'experiments/flows.test.ts',
  'experiments/membership.test.ts',
  'base/processes/run-group.test.ts',
  'publish/r2-model.test.ts',
  'sources/formats/reference-systems.test.ts',
  'daytime/registers/privacy.test.ts',
  'worker/faulty-platform.test.ts',
  'daytime/bounded-memory.test.ts',
  'daytime/failing-server.test.ts',
];

/** Tests of device locations and of registers in archives. */
const OF_CLICKHOUSE = [
  'daytime/bounded-memory.test.ts',
  'daytime/embedded-engine.test.ts',
  'daytime/failing-server.test.ts',
  'daytime/find-places.test.ts',
  'daytime/read-locations.test.ts',
  'daytime/server-engine.test.ts',
  'daytime/working-report.test.ts',
  'end-to-end/country.test.ts',
  'evaluate/places.test.ts',
  'pipeline/no-locations-left.test.ts',
  'pipeline/version-before.test.ts',
  'pipeline/working-steps.test.ts',
  'real-data/formats.test.ts',
  'real-data/geolife.test.ts',
  'real-data/read-layer.test.ts',
];

const runsLong = process.env.LONG === '1' || process.env.FULL_COUNTS === '1';
const skipped = new Map([
  ...(hasChdb ? [] : OF_CLICKHOUSE.map((file) => [file, 'needs ClickHouse: npm ci --prefix chdb'] as const)),
  ...(runsLong ? [] : LONG.map((file) => [file, 'takes minutes: LONG=1 runs it'] as const)),
]);

/** Replaces a test file that is not to run by one skipped test, so that reports count it. */
const skipFiles: Plugin = {
  name: 'skip-test-files',
  enforce: 'pre',
  // Transformed modules are cached between runs.
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => `${runsLong} ${hasChdb}`),
  transform(_code, id) {
    const reason = skipped.get(relative(import.meta.dirname, id));
    return reason && `import { test } from 'vitest';\ntest.skip('${reason}');`;
  },
};

export default defineConfig({
  test: {
    maxWorkers: availableParallelism() + 1,
    // The Worker logs a line a request.
    silent: 'passed-only',
    // Counters in the code itself count in workerd, too.
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
        plugins: [skipFiles],
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: ['worker/*.test.ts', 'end-to-end/**', 'real-data/**', 'browser/**'],
          // A slow machine does not fail a right test.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Saves a fifth of the time.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          unstubEnvs: true,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [skipFiles, cloudflareTest({ wrangler: { configPath: '../wrangler.toml' } })],
        test: {
          name: 'worker',
          include: ['worker/*.test.ts'],
          testTimeout: 120_000,
          // Else a fortieth of all cases.
          provide: { fullCounts: process.env.FULL_COUNTS === '1' },
        },
      },
      {
        root: import.meta.dirname,
        plugins: [skipFiles],
        test: {
          name: 'real-data',
          include: ['real-data/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [skipFiles],
        test: {
          name: 'end-to-end',
          include: ['end-to-end/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        root: import.meta.dirname,
        test: {
          name: 'browser',
          include: ['browser/**/*.test.ts'],
          globalSetup: [join(import.meta.dirname, 'browser/serve-grid-town.ts')],
          // A loaded machine needs more than a second.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
