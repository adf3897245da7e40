import { expect, test } from 'vitest';
import {
  type OutlineInPartition,
  SharesOfOutlines,
} from '../../../tiles-builder/daytime/registers/outline-shares.ts';

const part = (
  number: number,
  all: number,
  cells: number,
  capacity: readonly number[] = [],
): OutlineInPartition => ({
  number,
  all,
  cells: Uint32Array.from({ length: cells }, (_, cell) => cell),
  capacity: new Map(capacity.map((size, cell) => [cell, size])),
});

function sharesOf(partitions: readonly (readonly OutlineInPartition[])[], outlines = 4) {
  const shares = new SharesOfOutlines(outlines);
  for (const found of partitions) shares.add(found);
  return partitions.map((found) => shares.sharesOf(found));
}

test('people are apportioned by capacity, and those outside the coverage omitted', () => {
  const [one, other] = sharesOf([[part(0, 5, 3, [1, 2]), part(3, 4, 4)], [part(0, 5, 4, [0, 6, 3])]]);
  expect(one[0]).toEqual({ covered: 0.7, share: 0.7 * (3 / 12), byCapacity: true });
  expect(other[0]).toEqual({ covered: 0.7, share: 0.7 * (9 / 12), byCapacity: true });
  expect(one[1]).toEqual({ covered: 1, share: 1, byCapacity: false });
});

test('without capacity, cells inside the coverage have equal shares', () => {
  const [one, other] = sharesOf([[part(2, 6, 2)], [part(2, 4, 3)]]);
  expect(one[0]).toMatchObject({ covered: 0.5, byCapacity: false, share: 0.5 * (2 / 5) });
  expect(other[0].share).toBeCloseTo(0.5 * (3 / 5), 12);
});

test('an outline that has no cell, or none inside the coverage, has nobody', () => {
  const [found] = sharesOf([[part(0, 0, 0), part(1, 7, 0)]]);
  const nobody = { covered: 0, share: 0, byCapacity: false };
  expect(found).toEqual([nobody, nobody]);
});
