/** Census units where three partitions meet, against sums over cells. */
import fc from 'fast-check';
import { cellToBoundary, gridDisk } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import type { CensusUnit } from '../../tiles-builder/base/records.ts';
import { cellAt } from '../../tiles-builder/geometry/grid-cells.ts';
import { areaWithin, PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { allocateInPartition } from '../../tiles-builder/living/allocate-in-partition.ts';
import type { PeopleInPartition } from '../../tiles-builder/living/apportion-to-partitions.ts';
import type { ExpectedPeople } from '../../tiles-builder/living/expected-people.ts';
import { partitionAt, partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import {
  parseGridSquare,
  projectPosition,
  squareOutline,
} from '../../tiles-builder/sources/census/grid-square.ts';
import { rectanglesOn, square } from '../support/zones/rectangle.ts';
import {
  type AllocatedPeople,
  type Allocation,
  allocate,
  type Dwelling,
  homesOf,
} from './allocate-censuses.ts';

const SEEDS = [Date.now() % 1e9];
const [cornerLat, cornerLon] = cellToBoundary(partitionAt(2.35, 48.85))[0];
const corner: Position = [cornerLon, cornerLat];

const rectangle = (middle: Position, ...sides: Parameters<ReturnType<typeof rectanglesOn>>): Ring =>
  rectanglesOn(localPlane(middle))(...sides);
const around = (middle: Position, half_m: number): Zone => [
  [rectangle(middle, -half_m, -half_m, 2 * half_m, 2 * half_m)],
];

const arbitraryPeople = fc.integer({ min: 0, max: 400_000 }).map((count) => count / 1_000);

const polygons = (middle: Position) =>
  fc.array(arbitraryPeople, { minLength: 9, maxLength: 9 }).map((counts) =>
    counts.map(
      (people, i): CensusUnit => ({
        id: `polygon ${i}`,
        outline: [[rectangle(middle, -450 + 300 * (i % 3), -450 + 300 * Math.floor(i / 3), 300, 300)]],
        people,
      }),
    ),
  );

const squares = (middle: Position) =>
  fc.array(arbitraryPeople, { minLength: 25, maxLength: 25 }).map((counts) => {
    const [column, row] = columnAndRow(middle);
    return counts.map((people, i): CensusUnit => {
      const north_m = 200 * (row - 2 + Math.floor(i / 5));
      const id = `CRS3035RES200mN${north_m}E${200 * (column - 2 + (i % 5))}`;
      const square = parseGridSquare(id);
      if (typeof square === 'string') throw new Error(square);
      return { id, outline: [[squareOutline(square)]], people, square };
    });
  });

function columnAndRow([lon, lat]: Position): [column: number, row: number] {
  let [east_m, north_m] = [4_000_000, 3_000_000];
  for (let i = 0; i < 40; i++) {
    const [x, y] = projectPosition([east_m, north_m], 'EPSG:3035');
    east_m += (lon - x) * 70_000;
    north_m += (lat - y) * 110_000;
  }
  return [Math.floor(east_m / 200), Math.floor(north_m / 200)];
}

const arbitraryDwellings = (middle: Position) =>
  fc.array(
    fc
      .tuple(
        fc.integer({ min: -480, max: 480 }),
        fc.integer({ min: -480, max: 480 }),
        fc.integer({ min: 4, max: 60 }),
        fc.integer({ min: 4, max: 60 }),
        fc.integer({ min: 0, max: 20 }),
      )
      .map(
        ([x, y, width_m, height_m, people_100m2]): Dwelling => ({
          footprint: [[rectangle(middle, x, y, width_m, height_m)]],
          people_per_m2: people_100m2 / 100,
          mapped: (x + y) % 5 !== 0,
        }),
      ),
    { maxLength: 40 },
  );

const arbitraryRoad = (middle: Position) =>
  fc
    .array(fc.tuple(fc.integer({ min: -480, max: 480 }), fc.integer({ min: -480, max: 480 })), {
      maxLength: 60,
    })
    .map((places) => new Set(places.map((place) => cellAt(localPlane(middle).toPosition(place)))));

const named = (
  units: readonly CensusUnit[],
  { allocations, censuses }: AllocatedPeople,
): Map<string, Map<Cell, number>> => {
  const table = censuses[0].source.units;
  const found = new Map(units.map(({ id }) => [id, new Map<Cell, number>()]));
  for (const { unit, cell, millipersons } of allocations as Allocation[])
    found.get(table.id(unit))!.set(cell, millipersons);
  return found;
};

/** By brute force: square degrees times people a square metre. */
function expectedByCell(unit: CensusUnit, dwellings: readonly Dwelling[]): Map<Cell, number> {
  const sums = new Map<Cell, number>();
  const outline = new PlanarArea(unit.outline);
  for (const { footprint, people_per_m2 } of dwellings) {
    const area = new PlanarArea(footprint);
    if (outline.relationOf(area.box) === 'outside') continue;
    for (const cell of gridDisk(cellAt(footprint[0][0][0]), 6)) {
      const hexagon = cellToBoundary(cell).flatMap(([lat, lon]) => [lon, lat]);
      const share = areaWithin(hexagon, [area, outline]);
      if (share > 0) sums.set(cell, (sums.get(cell) ?? 0) + share * people_per_m2);
    }
  }
  return sums;
}

describe.each([
  ['polygons', polygons],
  ['squares', squares],
] as const)('%s where three areas meet', (_, arbitraryUnits) => {
  const input = fc.record({
    units: arbitraryUnits(corner),
    dwellings: arbitraryDwellings(corner),
    road: arbitraryRoad(corner),
  });
  const mapped = around(corner, 5_000);

  test.each(SEEDS)('each unit gives exactly its people, in proportion to its homes (seed %i)', (seed) => {
    let crossed = 0;
    fc.assert(
      fc.property(input, ({ units, dwellings, road }) => {
        const allocated = allocate([{ units, coverage: mapped }], homesOf(dwellings, road), mapped);
        const given = named(units, allocated);
        for (const unit of units) {
          const cells = given.get(unit.id)!;
          const sum = [...cells.values()].reduce((total, count) => total + count, 0);
          expect(sum).toBe(Math.round(unit.people * MILLIPERSONS));
          if (new Set([...cells.keys()].map(partitionOf)).size > 1) crossed++;
          const expected = expectedByCell(unit, dwellings);
          const all = [...expected.values()].reduce((total, own) => total + own, 0);
          if (all <= 0 || allocated.report.units_without_buildings > 0) continue;
          // Two roundings, to partitions and cells.
          for (const [cell, count] of cells) {
            expect(Math.abs(count - (sum * (expected.get(cell) ?? 0)) / all)).toBeLessThan(2.1);
          }
        }
      }),
      { numRuns: 6, seed },
    );
    expect(crossed).toBeGreaterThan(0);
  });

  test.each(SEEDS)('what else is in a build makes no difference (seed %i)', (seed) => {
    const elsewhere = localPlane(corner).toPosition([9_000, 4_000]);
    const wide = around(corner, 20_000);
    fc.assert(
      fc.property(input, arbitraryDwellings(elsewhere), ({ units, dwellings, road }, others) => {
        const far: CensusUnit = { id: 'far', outline: around(elsewhere, 700), people: 5_000 };
        const alone = allocate([{ units, coverage: wide }], homesOf(dwellings, road), wide);
        const within = allocate(
          [{ units: [far, ...units], coverage: wide }],
          homesOf([...others, ...dwellings], road),
          wide,
        );
        const given = named([far, ...units], within);
        given.delete('far');
        expect(given).toEqual(named(units, alone));
      }),
      { numRuns: 3, seed },
    );
  });
});

test.each([179.95, 179.985, -180, -179.95, -179.9])(
  'a unit at %d degrees is counted on either side of the antimeridian',
  (lon) => {
    const lat = -16.8;
    const unit: CensusUnit = { id: 'unit', people: 100, outline: [[square(lon, lat, 0.01)]] };
    const home = {
      footprint: [[square(lon + 0.004, lat + 0.004, 0.0002)]],
      people_per_m2: 0.02,
      mapped: true,
    };
    const mapped = [[square(178, -18, 2)], [square(-180, -18, 2)]];
    const { people } = allocate([{ units: [unit], coverage: mapped }], homesOf([home]), mapped);
    expect([...people.values()].reduce((sum, count) => sum + count, 0)).toBe(100 * MILLIPERSONS);
  },
);

test('more people in one cell than can be written stop the build', () => {
  const expected = {
    unit: Uint32Array.of(0),
    cell: Uint32Array.of(5),
    expected: Float64Array.of(1),
  } as unknown as ExpectedPeople;
  const people = { unit: [0], housed: [5e9], unhoused: [0] } as unknown as PeopleInPartition;
  expect(() => allocateInPartition(expected, new Float64Array(), people)).toThrow(
    /unit 0 gives 5000000 people/,
  );
});
