/** Runs randomised tests with all their cases, of which `npm test` runs a twentieth, and shows their figures. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What each test shows. */
export const FULL_COUNT_TESTS = {
  spellings: '20,000 spellings of questions: one cache entry and one answer for each question',
  faults: '100,000 requests amid faults of storage, keys and cache: the right answer or a 503',
  hostile: '200,000 malformed and hostile requests: no fault of the service, the parameter named',
  attack: 'Attacks: 2,000 timings each of unknown key, wrong secret and revoked key, told apart or not',
  keys: '10,000 interleavings of creation, revocation and rotation of keys: nothing acknowledged is lost',
} as const;
export type FullCountTest = keyof typeof FULL_COUNT_TESTS;

const FILES: Record<FullCountTest, string> = {
  spellings: 'worker/spellings',
  faults: 'worker/faults',
  hostile: 'worker/hostile',
  attack: 'worker/attack',
  keys: 'keys/interleavings',
};

/** Sets the exit status where a test fails. */
export function runFullCounts(name: FullCountTest): void {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const config = join(import.meta.dirname, '../vitest.config.ts');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', config, '--silent=false', `${FILES[name]}.test.ts`],
    { stdio: 'inherit', env: { ...process.env, FULL_COUNTS: '1' } },
  );
  if (status !== 0) process.exitCode = 1;
}
