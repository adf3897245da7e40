import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberSet } from '../../../tiles-builder/base/numbers/number-set.ts';

const numbers = fc.array(
  fc.oneof(fc.nat(200), fc.nat(100_000), fc.constantFrom(0, 31, 32, 511, 512, 1_000_000)),
);

test('contains the added numbers, ascending and numbered', () => {
  fc.assert(
    fc.property(numbers, numbers, (added, asked) => {
      const set = new NumberSet();
      for (const number of added) set.add(number);
      const sorted = [...new Set(added)].sort((a, b) => a - b);
      expect(set.size).toBe(sorted.length);
      expect([...set]).toEqual(sorted);
      for (const number of [...added, ...asked]) {
        expect(set.has(number)).toBe(sorted.includes(number));
        expect(set.placeOf(number)).toBe(sorted.indexOf(number));
      }
    }),
  );
});

test('takes the largest number of 32 bits but one', () => {
  const set = new NumberSet();
  for (const number of [2 ** 31, 5, 2 ** 31 - 1]) set.add(number);
  expect([5, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1].map((number) => set.placeOf(number))).toEqual([0, 1, 2, -1]);
});
