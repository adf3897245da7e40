import { expect, test } from 'vitest';
import { CoveredCells } from '../../src/density/covered-cells.ts';
import { rectangle } from '../support/zones/rectangle.ts';

/** The first has a hole, the last is cut at the antimeridian. */
const COVERAGE = [
  [rectangle(10, 50, 20, 60), rectangle(12, 52, 18, 58).toReversed()],
  [rectangle(30, 50, 40, 60)],
  [rectangle(50, 50, 60, 60)],
  [rectangle(170, 50, 180, 60)],
  [rectangle(-180, 50, -170, 60)],
];
const cells = new CoveredCells(COVERAGE, { west: 0, south: 49, east: 200, north: 61 });
const shareAt = (lon: number, lat = 55): number => cells.shareOf(rectangle(lon, lat, lon + 0.1, lat + 0.1));

test.each([
  [5, 0],
  [11, 1],
  [15, 0],
  [19, 1],
  [25, 0],
  [35, 1],
  [45, 0],
  [55, 1],
  [65, 0],
  [175, 1],
  [185, 1],
  [-175, 1],
  [195, 0],
])('a cell at %d degrees, with no border near, is inside as a whole or not at all', (lon, share) => {
  expect(shareAt(lon)).toBe(share);
});

test.each([
  [9.975, 55, 0.75],
  [19.975, 55, 0.25],
  [11.95, 55, 0.5],
  [179.95, 55, 1],
  [189.925, 55, 0.75],
  [35, 59.95, 0.5],
  [35, 60.5, 0],
])('one that a border crosses, at %d, %d, is inside by its part', (lon, lat, share) => {
  expect(shareAt(lon, lat)).toBeCloseTo(share, 3);
});
