import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderBy, sumByKey } from '../../../tiles-builder/base/numbers/sum-by-key.ts';

const keys = fc.oneof(
  ...[3, 2 ** 10, 2 ** 20, 2 ** 32 - 1].map((max) => fc.uint32Array({ max, maxLength: 300 })),
);

test('rows are ordered by key, those of one key by position', () => {
  fc.assert(
    fc.property(keys, (keys) => {
      const expected = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
      expect([...orderBy(keys)]).toEqual(expected);
    }),
  );
});

test('columns are summed by key', () => {
  const { key, sums } = sumByKey(Uint32Array.of(7, 2, 7, 2 ** 31), [1, 2, 4, 8], [0.5, 0, 0.25, 1]);
  expect([...key]).toEqual([2, 7, 2 ** 31]);
  expect(sums.map((own) => [...own])).toEqual([
    [2, 5, 8],
    [0, 0.75, 1],
  ]);
});
