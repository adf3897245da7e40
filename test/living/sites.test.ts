import { cellToBoundary } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Building, Tags } from '../../tiles-builder/base/records.ts';
import { SITE_CONTEXT, SITE_FIGURES, type Sites } from '../../tiles-builder/living/sites.ts';
import { HALO_M, partitionAt, partitionsNear } from '../../tiles-builder/partitions/partitions.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { areasOfTown, type Town } from '../support/towns/town-sites.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';

const SEEDS = [Date.now() % 1e9];
const TOWN_M = 1_200;
const USES: readonly Tags[] = [
  { building: 'yes' },
  { building: 'house' },
  { building: 'apartments' },
  { building: 'yes', 'building:levels': '3' },
  { building: 'garage' },
  { building: 'yes', shop: 'bakery' },
];

/** Three partitions, the antimeridian, the south. */
const [cornerLat, cornerLon] = cellToBoundary(partitionAt(2.35, 48.85))[0];
const PLACES: readonly (readonly [name: string, middle: Position])[] = [
  ['a corner of three areas', [cornerLon, cornerLat]],
  ['the antimeridian', [-179.96, 66.1]],
  ['the south', [-70.9, -53.16]],
];

const pick = <T>(random: Random, values: readonly T[]): T => values[random.integer(0, values.length - 1)];

function drawTown(
  random: Random,
  middle: Position,
  halfWidth_m: number,
  streetCount: number,
): Required<Town> {
  const { toPosition } = localPlane(middle);
  const rectangle = rectanglesOn(localPlane(middle));
  const buildings: Building[] = [];
  const add = (footprint: Zone): void => {
    buildings.push({ id: 'b', footprint, tags: pick(random, USES) });
  };
  const inTown = (margin_m: number): number => random.between(-halfWidth_m, halfWidth_m - margin_m);
  const streets = Array.from({ length: streetCount }, () => {
    const [x, y] = [inTown(400), inTown(400)];
    const length_m = random.between(50, 380);
    const isEast = random.unit() < 0.5;
    if (random.unit() < 0.6) {
      for (let along = 0; along < length_m - 40; along += pick(random, [10, 10, 25])) {
        const [west, south] = isEast ? [x + along, y + 8] : [x + 8, y + along];
        const [width, depth] = [pick(random, [10, 10, 16, 22]), random.between(6, 20)];
        add([[rectangle(west, south, width, depth)]]);
        if (random.unit() < 0.1) add([[rectangle(west, south, width, depth)]]);
        if (random.unit() < 0.1) add([[rectangle(west + 1, south + 1, 4, 4)]]);
      }
    }
    const line = [[x, y] as const, isEast ? ([x + length_m, y] as const) : ([x, y + length_m] as const)];
    return {
      line: line.map(toPosition),
      tags: { highway: pick(random, ['residential', 'tertiary', 'primary']) },
    };
  });
  for (let hall = 0; hall < 4; hall++) {
    const [x, y] = [inTown(160), inTown(160)];
    add([[rectangle(x, y, 150, 90), rectangle(x + 40, y + 30, 50, 20)]]);
  }
  const landUse = Array.from({ length: 4 }, () => ({
    polygons: [[rectangle(inTown(300), inTown(300), 250, 200)]],
    tags: { landuse: pick(random, ['industrial', 'retail', 'cemetery']) },
  }));
  return { buildings, streets, landUse };
}

const together = (...towns: Required<Town>[]): Required<Town> => ({
  buildings: towns.flatMap(({ buildings }) => buildings),
  streets: towns.flatMap(({ streets }) => streets),
  landUse: towns.flatMap(({ landUse }) => landUse),
});

function shuffled(random: Random, { buildings, streets, landUse }: Required<Town>): Required<Town> {
  const mixed = <T>(values: readonly T[]): T[] =>
    values
      .map((value) => ({ value, place: random.unit() }))
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value);
  return { buildings: mixed(buildings), streets: mixed(streets), landUse: mixed(landUse) };
}

function neighbours(random: Random, middle: Position, distance_m: number): Required<Town> {
  const { toPosition } = localPlane(middle);
  const step_m = 2 * TOWN_M + distance_m;
  const sides = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));
  return together(
    ...sides
      .filter(([x, y]) => x !== 0 || y !== 0)
      .map(([x, y]) => {
        const [lon, lat] = toPosition([x * step_m, y * step_m]);
        return drawTown(random, [lon - 360 * Math.round(lon / 360), lat], TOWN_M, 40);
      }),
  );
}

/** To the last bit, sorted. */
function figuresWithin(areas: readonly Sites[], middle: Position, half_m: number): string[] {
  const { toPlane } = localPlane(middle);
  const found: string[] = [];
  for (const sites of areas) {
    for (let i = 0; i < sites.count; i++) {
      const lon = sites.lon[i] - 360 * Math.round((sites.lon[i] - middle[0]) / 360);
      const [x, y] = toPlane([lon, sites.lat[i]]);
      if (Math.max(Math.abs(x), Math.abs(y)) > half_m) continue;
      const figures = [...SITE_FIGURES, ...SITE_CONTEXT].map((figure) => sites[figure][i]);
      found.push(
        [sites.partition, sites.mapped[i], ...figures, JSON.stringify(sites.footprints.zoneOf(i))].join(' '),
      );
    }
  }
  return found.sort();
}

describe.each(SEEDS)('sites (seed %i)', (seed) => {
  test.each(PLACES)(
    'at %s are the same alone, among other towns, and in whatever order they come',
    (_, middle) => {
      const random = new Random(seed);
      const town = drawTown(random, middle, TOWN_M, 40);
      const others = neighbours(random, middle, HALO_M + 200);
      const alone = figuresWithin(areasOfTown(town, false), middle, TOWN_M + 50);
      expect(alone.length).toBeGreaterThan(town.buildings.length);
      const mosaic = areasOfTown(shuffled(random, together(others, town)), false);
      expect(figuresWithin(mosaic, middle, TOWN_M + 50)).toEqual(alone);
      const count = mosaic.reduce((sum, sites) => sum + sites.count, 0);
      expect(count).toBeGreaterThan(4 * alone.length);
    },
  );

  test('are each owned by one partition, that of their middle', () => {
    const [, middle] = PLACES[0];
    const town = drawTown(new Random(seed), middle, TOWN_M, 80);
    const areas = areasOfTown(town, true);
    expect(areas.filter(({ count }) => count > 0).length).toBeGreaterThan(1);
    expect(areas.map(({ partition }) => partition)).toEqual(
      expect.arrayContaining([...partitionsNear(...middle)]),
    );
    for (const { partition, count, lon, lat } of areas) {
      for (let i = 0; i < count; i++) expect(partitionAt(lon[i], lat[i])).toBe(partition);
    }
    const owned = areas.flatMap(({ count, footprints }) =>
      Array.from({ length: count }, (_, site) => JSON.stringify(footprints.zoneOf(site))),
    );
    const rounded = (zone: Zone): Zone =>
      zone.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [round(x), round(y)] as const)));
    const drawn = town.buildings.map(({ footprint }) => JSON.stringify(rounded(footprint)));
    expect(owned.sort()).toEqual(drawn.sort());
  });
});

test('a street drawn across a country by mistake changes nothing', () => {
  const [, middle] = PLACES[0];
  const town = drawTown(new Random(1), middle, TOWN_M, 10);
  const far = localPlane(middle).toPosition([400_000, 20_000]);
  const long = [far, localPlane(middle).toPosition([6_000, 6_000])];
  const mistaken = { ...town, streets: [...town.streets, { line: long, tags: { highway: 'residential' } }] };
  const areas = areasOfTown(mistaken, false);
  expect(figuresWithin(areas, middle, TOWN_M + 50)).toEqual(
    figuresWithin(areasOfTown(town, false), middle, TOWN_M + 50),
  );
});

const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
