import fc from 'fast-check';
import { cellToBoundary, cellToChildren, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { predictAlongEdge, predictObjects } from '../../src/answer/predict-objects.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import { masksName, overviewName, packName, rootName, separatorsName } from '../../src/format/object-keys.ts';
import {
  type Cell,
  GRID_RESOLUTION,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  ROAD_PACK_RESOLUTION,
} from '../../src/geo/cells.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { pixelsAroundWorld } from '../../src/isochrone/pixel-grid.ts';

const PROVINCE: Cell = '831863fffffffff';
const centre: Position = [...cellToLatLng(PROVINCE)].reverse() as unknown as Position;
const corner = cellToBoundary(PROVINCE, true)[0] as Position;
const between = (share: number): Position => [
  centre[0] + share * (corner[0] - centre[0]),
  centre[1] + share * (corner[1] - centre[1]),
];
const stored = '0123456789abcdef';
const boxAround = ([lon, lat]: Position, degrees: number): BoundingBox => ({
  west: lon - degrees,
  south: lat - degrees,
  east: lon + degrees,
  north: lat + degrees,
});
const whole = boxAround(centre, 5);
const small = boxAround(centre, 0.1);

const sets = { pedestrian: stored, motorized: stored, living: stored, working: null, basemap: null };
const nameOf = (key: string): string => key.split('/').at(-1)!;

/** For half an hour by car. */
function aheadOf(origin: Position, roads: BoundingBox): string[] {
  const region = {
    sets,
    boxes: { roads, living: roads, working: null },
  } satisfies Pick<LiveRegion, 'sets' | 'boxes'>;
  const query = { origin, travel: 'motorized', time_s: 1_800 } as const;
  return predictObjects({ option: 'isochrone', isochrone: query }, 'living', region).map(nameOf);
}

test('all packs that the edge of a zone touches are prefetched', () => {
  const region = { sets, boxes: { roads: whole, living: whole, working: null } };
  const place = fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
  );
  const triangle = fc
    .tuple(place, place, place)
    .map((corners) => corners.map(([east, north]): Position => [centre[0] + east, centre[1] + north]));
  const isComplete = fc.property(triangle, ([a, b, c]) => {
    const ring = [a, b, c, a];
    const names = predictObjects({ option: 'zone', zone: [ring] }, 'living', region).map(nameOf);
    for (const [corner, [lon, lat]] of ring.slice(0, -1).entries()) {
      const [toLon, toLat] = ring[corner + 1];
      for (let step = 0; step < 50; step++) {
        const [atLon, atLat] = [lon + ((toLon - lon) * step) / 50, lat + ((toLat - lat) * step) / 50];
        const cell = latLngToCell(atLat, atLon, GRID_RESOLUTION);
        expect(names).toContain(packName(parentOf(cell, PACK_RESOLUTION)));
        expect(names).toContain(overviewName(parentOf(cell, OVERVIEW_RESOLUTION)));
      }
    }
  });
  fc.assert(isComplete, { seed: 5, numRuns: 60 });
  fc.assert(isComplete, { numRuns: 30 });
});

test('near the border of a province its page of the root and the separators beyond are prefetched', () => {
  const names = aheadOf(between(0.95), whole);
  expect(names).toContain(rootName(PROVINCE));
  const provinces = names.filter((name) => name.startsWith('separators-83'));
  expect(provinces[0]).toBe(separatorsName(PROVINCE));
  expect(provinces.length).toBeGreaterThan(1);
});

test('a province within reach of the drive is prefetched, though it has no roads there', () => {
  const narrow = {
    ...whole,
    north: corner[1] + 0.05,
    south: corner[1] - 0.2,
    west: corner[0] - 0.2,
    east: corner[0] + 0.2,
  };
  const provinces = aheadOf(between(0.95), narrow).filter((name) => name.startsWith('separators-83'));
  expect(provinces.length).toBeGreaterThan(1);
});

test('counts of all provinces that an isochrone enters are prefetched, and masks but for short drives and walks', () => {
  const others = gridDisk(PROVINCE, 1);
  const entered = others.flatMap((cell) => cellToChildren(cell, ROAD_PACK_RESOLUTION).slice(0, 2));
  const query = { origin: centre, travel: 'motorized', time_s: 1_800 } as const;
  const along = (change: object): string[] =>
    predictAlongEdge({ ...query, ...change }, entered, 'living', sets).map(nameOf);
  const counts = new Set(entered.map((cell) => packName(parentOf(cell, PACK_RESOLUTION))));
  const masks = others.map((cell) => masksName(pixelsAroundWorld('motorized', 1_800), cell));
  expect(new Set(along({}))).toEqual(new Set([...masks, ...counts]));
  expect(new Set(along({ time_s: 300 }))).toEqual(counts);
  expect(new Set(along({ travel: 'pedestrian' }))).toEqual(counts);
});

test.for<readonly [string, Position, BoundingBox]>([
  ['in the middle of a province', centre, whole],
  ['in a region that has no roads beyond', between(0.05), small],
])('%s no page is begun', ([, origin, roads]) => {
  const names = aheadOf(origin, roads);
  expect(names.filter((name) => name.startsWith('root-') || name.startsWith('separators-83'))).toEqual([
    separatorsName(parentOf(PROVINCE, 3)),
  ]);
});
