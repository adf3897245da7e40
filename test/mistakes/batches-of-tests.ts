/** Orders tests for mutation testing: nearest first, slow ones last. */

/** Of each batch on one core. */
const MOST_MS = [8_000, 20_000, 60_000];

/**
 * @param tests that evaluate the place, nearest first
 * @returns non-empty batches, in order
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

/** @returns timeout of a run, on a busy machine */
export const mostTimeFor = (tests: readonly string[], took_ms: ReadonlyMap<string, number>): number =>
  60_000 + 4 * tests.reduce((sum, test) => sum + took_ms.get(test)!, 0);
