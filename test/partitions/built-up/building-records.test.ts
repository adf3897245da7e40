import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import {
  type Buildings,
  readBuildings,
  spillBuilding,
} from '../../../tiles-builder/partitions/built-up/building-records.ts';
import type { BuildingUse } from '../../../tiles-builder/partitions/built-up/building-use.ts';
import { USES_BY_DAY } from '../../../tiles-builder/partitions/built-up/capacity-at-work.ts';
import { PartitionSpill } from '../../../tiles-builder/partitions/partition-spill.ts';
import { partitionAt } from '../../../tiles-builder/partitions/partitions.ts';

const hundredths = (most: number) => fc.nat(most * 100).map((whole) => whole / 100);
const use: fc.Arbitrary<BuildingUse> = fc.record({
  dwellingShare: hundredths(1),
  isDwelling: fc.boolean(),
  leastFloors: hundredths(165),
  mostFloors: fc.oneof(
    fc.constant(Infinity),
    fc.integer({ min: 1, max: 16_500 }).map((floors) => floors / 100),
  ),
  dwellings: fc.oneof(fc.constant(null), fc.constant(0), fc.nat(20_000)),
  height_m: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: 49_500 }).map((height) => height / 100),
  ),
  byDay: fc.record({
    use: fc.constantFrom(...USES_BY_DAY),
    capacityAtWork_m2: fc.nat(1_000).map((capacity) => capacity / 1_024),
  }),
});

/** In whole 1e-7 degrees; some are wider than a neighbourhood. */
const building = fc.record({
  x: fc.integer({ min: 119_000_000, max: 121_000_000 }),
  y: fc.integer({ min: 570_000_000, max: 580_000_000 }),
  width: fc.oneof(fc.constant(2_000), fc.constant(600_000)).map((width) => 2 * width),
  height: fc.oneof(fc.constant(2_000), fc.constant(600_000)).map((height) => 2 * height),
  /** East shift of one vertex of four. */
  aside: fc.constantFrom(-3, -1, 0, 1, 3),
  hasCourt: fc.boolean(),
  use,
});

function quadrilateral(x: number, y: number, width: number, height = width, aside = 0): Position[] {
  const [west, south, east, north] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  const vertices = [west, east + aside, east, west, west].map((lon, i) => [
    lon,
    i < 2 || i === 4 ? south : north,
  ]);
  return vertices.map(([lon, lat]): Position => [lon / 1e7, lat / 1e7]);
}

type Drawn = typeof building extends fc.Arbitrary<infer Value> ? Value : never;

const footprintOf = ({ x, y, width, height, aside, hasCourt }: Drawn): Zone => [
  [quadrilateral(x, y, width, height, aside), ...(hasCourt ? [quadrilateral(x + width / 8, y, 400)] : [])],
  [quadrilateral(x + 2 * width, y, width)],
];

const lineOf = (buildings: Buildings, i: number): string =>
  JSON.stringify([
    Math.round(buildings.lon[i] * 1e7),
    Math.round(buildings.lat[i] * 1e7),
    buildings.footprints.zoneOf(i),
    buildings.isDwelling[i] === 1,
    buildings.isUseUnknown[i] === 1,
    ...[
      buildings.dwellingShare[i],
      buildings.leastFloors[i],
      buildings.mostFloors[i],
      buildings.dwellings[i],
      buildings.height_m[i],
      buildings.capacityAtWork_m2[i],
    ].map((number) => Number(number.toFixed(4))),
  ]);

test.each([20261123, Date.now() % 1e9])(
  'buildings are restored, with the partition that owns their middle, in a fixed order (seed %i)',
  (seed) => {
    const folder = mkdtempSync(join(tmpdir(), 'buildings-'));
    const seen = { owned: 0, elsewhere: 0, wide: 0 };
    fc.assert(
      fc.property(fc.array(building, { minLength: 1, maxLength: 25 }), (drawn) => {
        const backs = [drawn, drawn.toReversed()].map((listed) => {
          const spill = new PartitionSpill(mkdtempSync(join(folder, 'partitions-')));
          for (const one of listed) spillBuilding({ own: spill, halo: spill }, footprintOf(one), one.use);
          return new Map(
            spill.partitions().map((partition) => [partition, readBuildings(spill.read(partition))]),
          );
        });
        const [back, reversed] = backs;
        const owned: string[] = [];
        for (const one of drawn) {
          const footprint = footprintOf(one);
          if (one.width + one.height < 20_000) continue;
          for (const [lon, lat] of footprint.flat(2)) {
            const { footprints, count } = back.get(partitionAt(lon, lat))!;
            const boxes = Array.from({ length: count }, (_, i) => JSON.stringify(footprints.zoneOf(i)));
            expect(boxes).toContain(JSON.stringify(footprint));
            seen.wide++;
          }
        }
        for (const [partition, buildings] of back) {
          const again = reversed.get(partition)!;
          for (let i = 0; i < buildings.count; i++) {
            expect(lineOf(again, i)).toBe(lineOf(buildings, i));
            const isOwner = partitionAt(buildings.lon[i], buildings.lat[i]) === partition;
            expect(buildings.isOwned[i]).toBe(isOwner ? 1 : 0);
            if (isOwner) owned.push(lineOf(buildings, i));
            else seen.elsewhere++;
          }
        }
        const expected = drawn.map((one) =>
          JSON.stringify([
            one.x + Math.round(one.aside / 4),
            one.y,
            footprintOf(one),
            one.use.isDwelling,
            one.use.byDay.use === 'unknown',
            ...[
              one.use.dwellingShare,
              one.use.leastFloors,
              one.use.mostFloors,
              one.use.dwellings ?? Number.NaN,
              one.use.height_m ?? Number.NaN,
              one.use.byDay.capacityAtWork_m2,
            ].map((number) => Number(number.toFixed(4))),
          ]),
        );
        expect(owned.sort()).toEqual(expected.sort());
        seen.owned += owned.length;
      }),
      { seed, numRuns: 20 },
    );
    rmSync(folder, { recursive: true });
    expect(seen.owned).toBeGreaterThan(20);
    expect(seen.wide).toBeGreaterThan(20);
    expect(seen.elsewhere).toBeGreaterThan(0);
  },
);
