import { expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { detachedShares } from '../../tiles-builder/living/detached-share.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { footprintsOf } from './footprints-of.ts';

const square = (west: number, south: number): Zone => [[rectangle(west, south, west + 1, south + 1)]];

test('footprints with common vertices are connected, across others too', () => {
  const row = [square(2, 0), square(0, 0), square(1, 0)];
  const shares = detachedShares(
    footprintsOf(square(9, 9), ...row, square(5, 5), square(6, 6)),
    Float64Array.of(70, 10, 20, 70, 30, 90),
  );
  expect([...shares]).toEqual([1, 0.1, 0.2, 0.7, 0.25, 0.75]);
});

test('overlap without a common vertex is none, nor is a footprint without area', () => {
  const shares = detachedShares(
    footprintsOf(square(0, 0), square(0.5, 0.5), square(4, 4)),
    Float64Array.of(1, 1, 0),
  );
  expect([...shares]).toEqual([1, 1, 1]);
});

test.each([0, 1, 2, 3])(
  'footprints are connected by vertex %d of the first, in whatever place the other has it',
  (vertex) => {
    const [east, north] = square(0, 0)[0][0][vertex];
    for (const [west, south] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      // biome-ignore format: a line
      const other = square(east - west, north - south);
      const [share] = detachedShares(footprintsOf(square(0, 0), other), Float64Array.of(1, 3));
      expect(share).toBe(0.25);
    }
  },
);
