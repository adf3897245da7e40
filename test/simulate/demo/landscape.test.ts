import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Feature, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import type { Position } from '../../../src/geo/positions.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { GOTHENBURG } from '../../../tiles-builder/simulate/demo/gothenburg.ts';
import { makeUpLandscape } from '../../../tiles-builder/simulate/demo/landscape.ts';
import { localPlane, type Point } from '../../../tiles-builder/simulate/local-plane.ts';
import { osmFeature } from '../../../tiles-builder/simulate/write-sources.ts';

const HALF_M = 14_500;
/** Half of the diagonal, plus rounding. */
const GRID_M = 45;
const { toPlane, toPosition } = localPlane(GOTHENBURG.centre);
const random = new Random(7);
const anywhere = (): Point => [random.between(-HALF_M, HALF_M), random.between(-HALF_M, HALF_M)];
const roads = Array.from({ length: 12 }, (): [Point, Point] => [anywhere(), anywhere()]);
const buildings = Array.from({ length: 300 }, anywhere);
const road = (ends: readonly Point[], i: number): Feature =>
  osmFeature(`way/${i}`, { highway: 'secondary' }, { type: 'LineString', coordinates: ends.map((end) => [...toPosition(end)]) }); // biome-ignore format: one line
const make = (): Feature[] =>
  makeUpLandscape(roads.map(road), buildings.map(toPosition), GOTHENBURG.centre, HALF_M);
const land = make();
const areas = land.filter(({ geometry }) => geometry.type === 'Polygon') as Feature<Polygon>[];
const withTag = (key: string, value: string): Feature<Polygon>[] =>
  areas.filter(({ properties }) => properties![key] === value);
const lakes = withTag('natural', 'water').filter(({ properties }) => !properties!.water);

function distanceToRoads_m([x, y]: Point): number {
  return Math.min(
    ...roads.map(([[x0, y0], [x1, y1]]) => {
      const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2);
      const share = Math.max(0, Math.min(1, along));
      return Math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0));
    }),
  );
}

test('it has water, woods and built-up land, each with a number of its own, within the land', () => {
  expect(lakes.length).toBeGreaterThan(5);
  for (const [key, value] of [['natural', 'wood'], ['landuse', 'residential'], ['water', 'river']]) // biome-ignore format: one line
    expect(withTag(key, value).length, value).toBeGreaterThan(0);
  expect(new Set(land.map(({ id }) => id)).size).toBe(land.length);
  const names = lakes.flatMap(({ properties }) => properties!.name ?? []);
  expect([names.length > 3, new Set(names).size]).toEqual([true, names.length]);
  for (const { geometry } of areas) {
    for (const ring of geometry.coordinates) {
      expect(ring.at(-1)).toEqual(ring[0]);
      const farthest = Math.max(...ring.flatMap((at) => toPlane(at as unknown as Position).map(Math.abs)));
      expect(farthest).toBeLessThan(HALF_M + GRID_M);
    }
  }
});

test('no lake comes near a road or a building, and no building stands in a wood or outside built-up land', () => {
  for (const { geometry } of lakes) {
    for (const vertex of geometry.coordinates.flat()) {
      const point = toPlane(vertex as unknown as Position);
      expect(distanceToRoads_m(point)).toBeGreaterThan(150);
      const nearest_m = Math.min(...buildings.map(([x, y]) => Math.hypot(x - point[0], y - point[1])));
      expect(nearest_m).toBeGreaterThan(100);
    }
  }
  const isIn = (point: Point, zones: readonly Feature<Polygon>[]): boolean =>
    zones.some((zone) => booleanPointInPolygon([...toPosition(point)], zone));
  const isWithin = (point: Point): boolean => point.every((metres) => Math.abs(metres) < HALF_M - 100);
  for (const building of buildings.filter(isWithin)) {
    expect(isIn(building, withTag('natural', 'wood'))).toBe(false);
    expect(isIn(building, lakes)).toBe(false);
    expect(isIn(building, withTag('landuse', 'residential'))).toBe(true);
  }
});

test('it is the same each time', () => {
  expect(make()).toEqual(land);
});
