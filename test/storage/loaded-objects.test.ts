import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';

const MAX_BYTES = 100;
const operation = fc.record({
  key: fc.constantFrom(...'abcdefgh'),
  /** `null` reads the value. */
  byteLength: fc.option(fc.integer({ min: 1, max: MAX_BYTES + 20 })),
});

function expectedAfter(used: { key: string; byteLength: number }[]): Map<string, number> {
  const latest = [...used]
    .reverse()
    .filter(({ key }, i, all) => all.findIndex((one) => one.key === key) === i);
  const kept = new Map<string, number>();
  let bytes = 0;
  for (const { key, byteLength } of latest) {
    bytes += byteLength;
    if (bytes <= MAX_BYTES) kept.set(key, byteLength);
  }
  return kept;
}

const holds = fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
  const objects = new LoadedObjects(MAX_BYTES);
  let used: { key: string; byteLength: number }[] = [];
  for (const { key, byteLength } of operations) {
    const isThere = expectedAfter(used).get(key);
    if (byteLength === null) expect(objects.get(key)).toBe(isThere);
    else objects.store(key, byteLength, byteLength);
    // Too large to cache, it evicts only itself.
    if (byteLength !== null) used = used.filter((one) => one.key !== key);
    const size = byteLength ?? isThere;
    if (size !== undefined && size <= MAX_BYTES) used.push({ key, byteLength: size });
    const kept = expectedAfter(used);
    used = used.filter((one) => kept.has(one.key));
    expect(objects.bytes).toBe([...kept.values()].reduce((sum, bytes) => sum + bytes, 0));
    expect(objects.bytes).toBeLessThanOrEqual(MAX_BYTES);
  }
});

test('retains what was used last, and never more bytes than its limit', () => {
  fc.assert(holds, { seed: 7, numRuns: 500 });
  fc.assert(holds, { numRuns: 200 });
});
