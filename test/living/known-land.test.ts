import { describe, expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { CensusUnit } from '../../tiles-builder/base/records.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { EXPECTED_PER_PERSON } from '../../tiles-builder/living/homes.ts';
import { type KnownLand, knownLand as knownLandOf } from '../../tiles-builder/living/known-land.ts';
import { rasterGridOf } from '../../tiles-builder/living/square-raster.ts';
import { STATUS } from '../../tiles-builder/living/unit-status.ts';
import { UnlistedHomes } from '../../tiles-builder/living/unlisted-homes.ts';
import {
  EUROPEAN_GRID,
  projectPosition,
  projectRing,
  squareOutline,
} from '../../tiles-builder/sources/census/grid-square.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { rectangle as metres } from '../support/zones/rectangle.ts';

/** Corner of a map of 20 km in EPSG:3035. */
const EAST_M = 4_000_000;
const NORTH_M = 2_900_000;
const SIDE_M = 20_000;

const rectangle = (x: number, y: number, width: number, height: number): Zone => {
  const [west, south] = [EAST_M + x, NORTH_M + y];
  return [[projectRing(metres(west, south, west + width, south + height), 500, EUROPEAN_GRID)]];
};
const mapped = rectangle(0, 0, SIDE_M, SIDE_M);
const place = (x: number, y: number): Position => projectPosition([EAST_M + x, NORTH_M + y], EUROPEAN_GRID);

function square(column_km: number, row_km: number, people = 100): CensusUnit {
  const at = {
    projection: EUROPEAN_GRID,
    size_m: 1_000,
    east_m: EAST_M + column_km * 1_000,
    north_m: NORTH_M + row_km * 1_000,
  };
  return { id: `${column_km},${row_km}`, outline: [[squareOutline(at)]], people, square: at };
}
interface UnlistedHome {
  readonly position: Position;
  readonly expected_people: number;
}
type Status = keyof typeof STATUS;

function knownLand(
  units: readonly CensusUnit[],
  statuses: readonly Status[],
  homes: readonly UnlistedHome[],
  zone: Zone,
): KnownLand {
  const table = UnitTable.of(units);
  const statusOf = new Map(units.map(({ id }, i) => [id, STATUS[statuses[i]]]));
  const grid = rasterGridOf(table);
  const unlisted = new UnlistedHomes(grid);
  for (const { position, expected_people } of homes)
    unlisted.add(position[0], position[1], Math.round(expected_people * EXPECTED_PER_PERSON), true);
  const ordered = Uint8Array.from([...table], ({ id }) => statusOf.get(id)!);
  return knownLandOf(table, ordered, unlisted, grid, zone);
}

const homes = (x: number, y: number, expected_people: number, count = 10): UnlistedHome[] =>
  Array.from({ length: count }, (_, i) => ({
    position: place(x + (i % 3) * 20, y + i * 5),
    expected_people: expected_people / count,
  }));

function knownAt(known: KnownLand, ...places: [x: number, y: number][]): boolean[] {
  const area = new PlanarArea(known.zone);
  return places.map(([x, y]) => area.contains(place(x, y)));
}
const allPlaced = (units: readonly CensusUnit[]): Status[] => units.map(() => 'placed');

describe('land that a table of squares knows', () => {
  const village = [square(5, 5), square(6, 5)];

  test('is everything where all homes are listed, however far', () => {
    const known = knownLand(village, allPlaced(village), [], mapped);
    expect(known.unlisted).toEqual([]);
    expect(knownAt(known, [5_500, 5_500], [8_000, 5_500], [19_900, 19_900])).toEqual([true, true, true]);
  });

  test('ends half-way to homes that it does not list', () => {
    const known = knownLand(village, allPlaced(village), homes(12_000, 5_500, 500), mapped);
    expect(known.unlisted).toEqual([expect.objectContaining({ expected_people: expect.closeTo(500) })]);
    expect(knownAt(known, [9_000, 5_500], [9_900, 5_500], [12_000, 5_500])).toEqual([true, false, false]);
    expect(knownAt(known, [500, 5_500], [19_500, 5_500])).toEqual([true, false]);
  });

  test('ignores a few homes near a village, but not many', () => {
    const few = knownLand(village, allPlaced(village), homes(7_500, 5_500, 90), mapped);
    expect(few.unlisted).toEqual([]);
    expect(knownAt(few, [7_500, 5_500])).toEqual([true]);
    const many = knownLand(village, allPlaced(village), homes(7_500, 5_500, 110), mapped);
    expect(many.unlisted).toHaveLength(1);
    expect(knownAt(many, [7_500, 5_500], [6_500, 5_500])).toEqual([false, true]);
  });

  test('does not reach into a countryside of farms that it does not list', () => {
    const farms = Array.from({ length: 60 }, (_, i) =>
      homes(10_000 + (i % 8) * 900, 3_000 + Math.floor(i / 8) * 900, 4, 1),
    ).flat();
    const known = knownLand(village, allPlaced(village), farms, mapped);
    expect(known.unlisted).toHaveLength(1);
    expect(knownAt(known, [12_000, 5_000], [16_000, 8_000], [6_500, 5_500])).toEqual([false, false, true]);
    const huts = knownLand(
      village,
      allPlaced(village),
      farms.filter((_, i) => i % 7 === 0),
      mapped,
    );
    expect(huts.unlisted).toEqual([]);
    expect(knownAt(huts, [12_000, 5_000], [16_000, 8_000])).toEqual([true, true]);
  });

  test('has no unit that the map contradicts', () => {
    const units = [...village, square(12, 5, 700)];
    const statuses: Status[] = ['placed', 'placed', 'contradicted'];
    const known = knownLand(units, statuses, [], mapped);
    expect(knownAt(known, [12_500, 5_500], [13_500, 5_500], [8_000, 5_500])).toEqual([false, false, true]);
  });

  test('has whole squares, to the last vertex', () => {
    const surrounded = homes(7_050, 5_500, 1_000).concat(
      homes(4_900, 5_500, 1_000),
      homes(6_000, 6_050, 1_000),
    );
    const known = knownLand(village, allPlaced(village), surrounded, mapped);
    expect(knownAt(known, [5_005, 5_005], [6_995, 5_995], [7_005, 5_500], [6_000, 6_005])).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('land that polygons know', () => {
  const commune: CensusUnit = {
    id: '1kmN2905E4005',
    outline: rectangle(5_000, 5_000, 3_000, 1_000),
    people: 40,
  };

  test('is exactly theirs', () => {
    const known = knownLand([commune], ['placed'], homes(12_000, 5_500, 500), mapped);
    expect(areaOfZone_m2(known.zone)).toBeCloseTo(areaOfZone_m2(commune.outline), 0);
    expect(knownLand([commune], ['contradicted'], [], mapped).zone).toEqual([]);
  });

  test('adds to that of squares', () => {
    const units = [square(12, 12), commune];
    const known = knownLand(units, allPlaced(units), homes(9_000, 5_500, 500), mapped);
    expect(knownAt(known, [6_000, 5_500], [9_000, 5_500], [12_500, 12_500])).toEqual([true, false, true]);
  });
});
