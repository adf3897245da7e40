import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Feature, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { uncovered } from '../../../src/web/map/uncovered.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

test('a place is dimmed once where it lies outside, and not where it is covered, in a gap of a coverage too', () => {
  const living: Zone = [
    [rectangle(0, 0, 30, 30), rectangle(5, 5, 25, 25)],
    [rectangle(10, 10, 20, 20), rectangle(12, 12, 18, 18)],
    [rectangle(14, 14, 16, 16)],
  ];
  const regions = [{ coverage: { roads: [], living, working: null } }];
  const dimmings = (at: number): number =>
    uncovered(regions, 'living').filter((feature) =>
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
