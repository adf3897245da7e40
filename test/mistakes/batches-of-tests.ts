/** In which order the tests of a file are run: the nearest first, and slow ones only where there is time for them. */

/** How long the tests of each batch may take in all, on one core; what fits into none comes in a last one. */
const MOST_MS = [8_000, 20_000, 30_000];
/** What each file of tests takes besides its tests, and what one takes of which nothing is known. */
const START_MS = 500;
const UNKNOWN_MS = 2_000;

/**
 * @param leading tests that lead to the file, the nearest first
 * @param all tests there are
 * @param known_ms how long each took when it was run last
 * @returns batches of which each may be empty: those of `leading` and then of `all` that there is time for, and the rest
 */
export function inBatches(
  leading: readonly string[],
  all: readonly string[],
  known_ms: ReadonlyMap<string, number>,
): string[][] {
  const left_ms = [...MOST_MS];
  const batches: string[][] = [...MOST_MS.map(() => []), []];
  for (const test of new Set([...leading, ...all])) {
    const ms = timeOf(test, known_ms);
    const found = left_ms.findIndex((left) => ms <= left);
    const batch = found < 0 ? MOST_MS.length : found;
    left_ms[batch] -= ms;
    batches[batch].push(test);
  }
  return batches;
}

/** @returns how long a run of these tests may take before it counts as one that never ends, on a machine with other work */
export function mostTimeFor(tests: readonly string[], known_ms: ReadonlyMap<string, number>): number {
  return 60_000 + 6 * tests.reduce((sum, test) => sum + timeOf(test, known_ms), 0);
}

const timeOf = (test: string, known_ms: ReadonlyMap<string, number>): number =>
  START_MS + (known_ms.get(test) ?? UNKNOWN_MS);
