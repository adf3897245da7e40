import { expect, test } from 'vitest';
import { OBJECTS_LISTED_AT_ONCE } from '../../../src/limits.ts';
import { type ListKeys, requireListed } from '../../../src/routes/check-basemap.ts';

const PREFIX = 'basemap/tiles-';
const keysOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `${PREFIX}11-${i}-7`);

function listOf(keys: readonly string[]): { readonly listKeys: ListKeys; readonly calls: () => number } {
  const sorted = [...keys].sort();
  let calls = 0;
  const listKeys: ListKeys = async (_part, prefix, after) => {
    calls++;
    const rest = sorted.filter((key) => key.startsWith(prefix) && (after === undefined || key > after));
    const page = rest.slice(0, OBJECTS_LISTED_AT_ONCE);
    return { keys: page, truncated: page.length < rest.length };
  };
  return { listKeys, calls: () => calls };
}

test.for([1, 999, 1_000, 1_001, 3_500])(
  'of %i keys that are all there none is missing, at one call',
  async (count) => {
    const keys = keysOf(count);
    const { listKeys, calls } = listOf([...keys, 'basemap/names-1', 'else', `${PREFIX}9-0-0`]);
    for (let check = 0; check < 50; check++) await requireListed('basemap tiles', PREFIX, keys, listKeys);
    expect(calls()).toBe(50);
  },
);

test.for([1, 2, 999, 1_000])('of %i keys any that is missing is found at once', async (count) => {
  const keys = keysOf(count);
  for (const index of new Set([0, count >> 1, count - 1])) {
    const { listKeys } = listOf(keys.toSpliced(index, 1));
    await expect(requireListed('basemap tiles', PREFIX, keys, listKeys)).rejects.toThrow(
      `${keys[index]} is missing`,
    );
  }
});

test('of many keys one that is missing is found in time', async () => {
  const keys = keysOf(3_500);
  const sorted = keys.toSorted();
  for (const missing of [sorted[0], sorted[1_234], sorted[3_499]]) {
    const { listKeys } = listOf(keys.filter((key) => key !== missing));
    const check = (): Promise<boolean> =>
      requireListed('basemap tiles', PREFIX, keys, listKeys).then(
        () => false,
        () => true,
      );
    let checks = 1;
    while (!(await check())) expect(++checks).toBeLessThan(200);
  }
});
