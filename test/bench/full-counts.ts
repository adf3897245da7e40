/** Runs randomised tests with all cases, of which `npm test` runs a twentieth. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const VITEST_PROGRAM = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);

interface FullCountTest {
  readonly project: 'node' | 'worker';
  /** Below `test`. */
  readonly file: string;
  readonly shows: string;
}

const inWorker = (name: string, shows: string): FullCountTest => ({
  project: 'worker',
  file: `worker/${name}.test.ts`,
  shows,
});

export const FULL_COUNT_TESTS = {
  spellings: inWorker(
    'spellings',
    '20,000 spellings of questions: one cache entry and one answer for each question',
  ),
  faults: inWorker(
    'faults',
    '100,000 requests amid faults of storage, keys and cache: the right answer or a 503',
  ),
  hostile: inWorker(
    'hostile',
    '200,000 malformed and hostile requests: no fault of the service, the parameter named',
  ),
  attack: inWorker(
    'attack',
    'Attacks: 2,000 timings each of unknown key, wrong secret and revoked key, and whether they can be distinguished',
  ),
  publications: {
    project: 'node',
    file: 'publish/interleavings.test.ts',
    shows:
      '10,000 interleavings of publish, rollback and prune amid lost answers and crashes: nothing is lost',
  },
  keys: {
    project: 'node',
    file: 'keys/interleavings.test.ts',
    shows: '10,000 interleavings of creation, revocation and rotation of keys: nothing acknowledged is lost',
  },
  interruptions: {
    project: 'node',
    file: 'build/no-locations-left.test.ts',
    shows:
      '30 builds each with embedded ClickHouse and on a server that signals end: nothing of the locations is left',
  },
} as const satisfies Record<string, FullCountTest>;
export type FullCountName = keyof typeof FULL_COUNT_TESTS;

export function runFullCounts(name: FullCountName): void {
  const { project, file } = FULL_COUNT_TESTS[name];
  const config = join(import.meta.dirname, '../vitest.config.ts');
  const { status } = spawnSync(
    process.execPath,
    [VITEST_PROGRAM, 'run', '--config', config, '--project', project, '--silent=false', file],
    { stdio: 'inherit', env: { ...process.env, FULL_COUNTS: '1' } },
  );
  if (status !== 0) process.exitCode = 1;
}
