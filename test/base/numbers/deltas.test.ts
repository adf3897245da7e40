import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deltasOf, fromDeltas } from '../../../tiles-builder/base/numbers/deltas.ts';

const number = fc.oneof(fc.integer(), fc.integer({ min: -50, max: 50 }));

test.each([Date.now() % 1e9])('numbers come back from their differences (seed %i)', (seed) => {
  fc.assert(
    fc.property(fc.array(number), fc.constantFrom(1, 2), (drawn, every) => {
      const numbers = Int32Array.from(drawn);
      expect(fromDeltas(deltasOf(numbers, every), numbers.length, every)).toEqual(numbers);
    }),
    { seed, numRuns: 200 },
  );
});

test('neighbours take a byte each', () => {
  const near = Int32Array.from({ length: 1_000 }, (_, i) => 1_000_000_000 + 30 * i);
  expect(deltasOf(near).length).toBeLessThan(1_010);
});
