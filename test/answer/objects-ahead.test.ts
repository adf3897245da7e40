/** What is read before the search asks for it: the root's page and the provinces beyond, where a drive may leave its own. */
import { cellToBoundary, cellToChildren, cellToLatLng, gridDisk } from 'h3-js';
import { expect, test } from 'vitest';
import { masksAhead, objectsAhead } from '../../src/answer/objects-ahead.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import { masksName, overviewName, rootName, separatorsName } from '../../src/format/object-keys.ts';
import {
  type Cell,
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
const stored = { name: '0123456789abcdef', upload: '0123456789ab' };
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

/** Names of what is begun for half an hour by car. */
function aheadOf(origin: Position, roads: BoundingBox): string[] {
  const region = {
    sets,
    boxes: { roads, living: roads, working: null },
  } satisfies Pick<LiveRegion, 'sets' | 'boxes'>;
  const query = { origin, travel: 'motorized', time_s: 1_800 } as const;
  return objectsAhead({ option: 'isochrone', isochrone: query }, 'living', region).map(nameOf);
}

test('a drive that leads out of its region on every side begins no counts, and roads around its origin alone', () => {
  const origin = between(0.09);
  const packsOf = (roads: BoundingBox): { roads: number; counts: number } => {
    const names = aheadOf(origin, roads);
    // Whether there is anybody to count is little to read.
    expect(names).toContain(overviewName(parentOf(PROVINCE, OVERVIEW_RESOLUTION)));
    const packs = names.filter((name) => name.startsWith('pack-'));
    const counts = packs.filter((name) => name.startsWith(`pack-8${PACK_RESOLUTION}`)).length;
    return { roads: packs.length - counts, counts };
  };
  const stays = packsOf(whole);
  const leadsOut = packsOf(boxAround(origin, 0.1));
  expect(stays.counts).toBeGreaterThan(0);
  expect(leadsOut.counts).toBe(0);
  expect(leadsOut.roads).toBeGreaterThan(0);
  expect(leadsOut.roads).toBeLessThan(stays.roads);
});

test('near the border of a province its page of the root is begun, and the separators beyond', () => {
  const names = aheadOf(between(0.95), whole);
  expect(names).toContain(rootName(PROVINCE));
  const provinces = names.filter((name) => name.startsWith('separators-83'));
  expect(provinces[0]).toBe(separatorsName(PROVINCE));
  expect(provinces.length).toBeGreaterThan(1);
});

test('a province that is nearer than the drive leads is begun, though there are no roads at its end', () => {
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

test('masks are begun of all provinces that a drive of minutes enters, and of none for a walk', () => {
  const others = gridDisk(PROVINCE, 1);
  const entered = others.flatMap((cell) => cellToChildren(cell, ROAD_PACK_RESOLUTION).slice(0, 2));
  const query = { origin: centre, travel: 'motorized', time_s: 1_800 } as const;
  expect(masksAhead(query, entered, sets).map(nameOf).sort()).toEqual(
    others.map((cell) => masksName(pixelsAroundWorld('motorized', 1_800), cell)).sort(),
  );
  expect(masksAhead({ ...query, time_s: 300 }, entered, sets)).toEqual([]);
  expect(masksAhead({ ...query, travel: 'pedestrian' }, entered, sets)).toEqual([]);
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
