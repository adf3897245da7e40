/** In which order the tests of a place are run: the nearest first, and slow ones only where there is time for them. */

/** How long the tests of each batch may take in all, on one core; what fits into none comes in a last one. */
const MOST_MS = [8_000, 20_000, 60_000];

/**
 * @param tests that evaluate the place, the nearest first
 * @param took_ms how long each takes
 * @returns batches with tests in them, those that there is time for first
 */
export function inBatches(tests: readonly string[], took_ms: ReadonlyMap<string, number>): string[][] {
  const left_ms = [...MOST_MS];
  const batches: string[][] = [...MOST_MS.map(() => []), []];
  for (const test of tests) {
    const ms = took_ms.get(test)!;
    const found = left_ms.findIndex((left) => ms <= left);
    const batch = found < 0 ? MOST_MS.length : found;
    left_ms[batch] -= ms;
    batches[batch].push(test);
  }
  return batches.filter((batch) => batch.length > 0);
}

/** @returns how long a run of these tests may take before it counts as one that never ends, on a machine with other work */
export const mostTimeFor = (tests: readonly string[], took_ms: ReadonlyMap<string, number>): number =>
  60_000 + 4 * tests.reduce((sum, test) => sum + took_ms.get(test)!, 0);
