import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Feature, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { uncovered } from '../../src/web/map/uncovered.ts';

const square = (from: number, to: number): Ring => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];

test('a place is dimmed once where it lies outside, and not where it is covered, in a gap of a coverage too', () => {
  const living: Zone = [[square(0, 30), square(5, 25)], [square(10, 20), square(12, 18)], [square(14, 16)]];
  const regions = [{ coverage: { roads: [], living, working: null } }];
  const dimmings = (at: number): number =>
    uncovered(regions, 'living').features.filter((feature) =>
      booleanPointInPolygon([at, at], (feature as Feature<Polygon>).geometry),
    ).length;
  const places: [Position[0], number][] = [
    [-50, 1],
    [2, 0],
    [7, 1],
    [11, 0],
    [13, 1],
    [15, 0],
    [27, 0],
    [40, 1],
  ];
  expect(places.map(([at]) => [at, dimmings(at)])).toEqual(places);
  regions.push(...regions);
  expect(places.map(([at]) => [at, dimmings(at)])).toEqual(
    places.map(([at, times]) => [at, at === 7 || at === 13 ? 2 * times : times]),
  );
});
