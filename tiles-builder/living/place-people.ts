/** Allocates the people of each census unit to partitions, in homes and elsewhere. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { ratioClass } from '../../src/format/unit-runs.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import { addTo } from '../numbers/add-to.ts';
import { sortedDistinct } from '../numbers/sorted-numbers.ts';
import type { PartitionSpill } from '../partitions/partition-spill.ts';
import { numberInPartition, partitionOf } from '../partitions/partitions.ts';
import { cellsOfUnit } from './cells-of-unit.ts';
import type { CensusOnMap } from './census-on-map.ts';
import type { UnitTotals } from './expected-people.ts';
import { EXPECTED_PER_PERSON } from './homes.ts';
import { type PeopleInArea, shareAmongAreas, type UnitsInArea } from './share-among-areas.ts';
import { pairOf } from './unit-cell-pairs.ts';
import { MOST_PEOPLE_A_CELL } from './unit-holdings.ts';

/** Results of one partition, units numbered through all censuses. */
export interface FoundInArea {
  readonly area: Cell;
  /** Expected people of units, by partition of the cells. */
  readonly expected: ReadonlyMap<Cell, UnitTotals>;
  /** Cells along roads and in other buildings, by unit. */
  readonly besides: UnitTotals;
}

/** Inputs to allocate people to the cells of a partition: plain data. */
export interface PlacedPeople extends PeopleInArea {
  /** Thousandths of a person by unit, over all partitions. */
  readonly total: Float64Array;
  /** Class of each unit's observed-to-expected ratio. */
  readonly ratioClass: Uint8Array;
  /** Partitions whose homes reach into this one, ascending. */
  readonly from: readonly Cell[];
  /** Whether the partition has places other than homes. */
  readonly hasBesides: boolean;
  /** Units whose unhoused people would overcrowd those places, and go to all cells of the unit. Ascending. */
  readonly crowded: readonly number[];
  /** Whether any unit uses all its cells here. */
  readonly hasEverywhere: boolean;
}

/**
 * @param censuses with counted people
 * @param found in all partitions
 * @param everywhere takes all cells of units with too few other places, as pairs (see `pairOf`); initially empty
 * @returns by partition with results or contributions of others, ascending
 */
export function placePeople(
  censuses: readonly CensusOnMap[],
  found: readonly FoundInArea[],
  everywhere: PartitionSpill,
): Map<Cell, PlacedPeople> {
  const { housed, unhoused } = peopleByNumber(censuses);
  const expected = expectedByNumber(censuses);
  const isEverywhere = crowdedUnits(found, unhoused);
  const cellsEverywhere = findCellsEverywhere(censuses, isEverywhere, everywhere);
  const besidesOf = new Map(found.map(({ area, besides }) => [area, besides]));
  const reaching = reachingInto(found);
  const areas = [...new Set([...besidesOf.keys(), ...reaching.keys(), ...cellsEverywhere.keys()])].sort();
  const inAreas = areas.map((area) => {
    const places = placesIn(besidesOf.get(area), cellsEverywhere.get(area), isEverywhere);
    return unitsInArea(reaching.get(area)?.map(({ totals }) => totals) ?? [], places);
  });
  const people = shareAmongAreas(inAreas, {
    housed: (unit) => housed[unit],
    unhoused: (unit) => unhoused[unit],
  });
  return new Map(
    areas.map((area, i): [Cell, PlacedPeople] => {
      const besides = besidesOf.get(area);
      const placed = {
        ...people[i],
        total: Float64Array.from(people[i].unit, (unit) => housed[unit] + unhoused[unit]),
        ratioClass: Uint8Array.from(people[i].unit, (unit) =>
          ratioClass((housed[unit] + unhoused[unit]) / expected[unit]),
        ),
        from: (reaching.get(area) ?? []).map(({ from }) => from).sort(),
        hasBesides: besides !== undefined,
        crowded: [...(besides?.unit ?? [])].filter((unit) => isEverywhere[unit] === 1),
        hasEverywhere: cellsEverywhere.has(area),
      };
      return [area, placed];
    }),
  );
}

/** Thousandths of a person by unit number through all censuses. */
function peopleByNumber(censuses: readonly CensusOnMap[]): { housed: Float64Array; unhoused: Float64Array } {
  const units = censuses.reduce((sum, { source }) => sum + source.units.length, 0);
  const housed = new Float64Array(units);
  const unhoused = new Float64Array(units);
  for (const { firstUnit, people } of censuses) {
    housed.set(people.housed, firstUnit);
    unhoused.set(
      people.inside.map((inside, unit) => inside - people.housed[unit]),
      firstUnit,
    );
  }
  return { housed, unhoused };
}

/** Thousandths of a person that homes inside the coverage would hold, by unit number. */
function expectedByNumber(censuses: readonly CensusOnMap[]): Float64Array {
  const units = censuses.reduce((sum, { source }) => sum + source.units.length, 0);
  const expected = new Float64Array(units);
  for (const { firstUnit, sums } of censuses) {
    expected.set(
      sums.inside.map((own) => (own / EXPECTED_PER_PERSON) * MILLIPERSONS),
      firstUnit,
    );
  }
  return expected;
}

/** 1 for each unit whose unhoused people exceed the capacity of its other places. */
function crowdedUnits(found: readonly FoundInArea[], unhoused: Float64Array): Uint8Array {
  const room = new Uint32Array(unhoused.length);
  for (const { besides } of found) {
    for (const [i, unit] of besides.unit.entries()) room[unit] += besides.total[i];
  }
  return Uint8Array.from(unhoused, (people, unit) =>
    people > room[unit] * MOST_PEOPLE_A_CELL * MILLIPERSONS ? 1 : 0,
  );
}

/** @returns number of cells by partition and unit */
function findCellsEverywhere(
  censuses: readonly CensusOnMap[],
  isEverywhere: Uint8Array,
  everywhere: PartitionSpill,
): Map<Cell, Map<number, number>> {
  const found = new Map<Cell, Map<number, number>>();
  const pair = new Float64Array(1);
  const bytes = new Uint8Array(pair.buffer);
  for (const { source, firstUnit, countsArea } of censuses) {
    for (let i = 0; i < source.units.length; i++) {
      const unit = firstUnit + i;
      if (isEverywhere[unit] === 0) continue;
      for (const cell of cellsOfUnit(new PlanarArea(source.units.outline(i)), countsArea)) {
        const area = partitionOf(cell);
        pair[0] = pairOf(unit, numberInPartition(cell));
        everywhere.append(area, bytes);
        const own = found.get(area) ?? new Map<number, number>();
        found.set(area, own);
        addTo(own, unit, 1);
      }
    }
  }
  everywhere.finish();
  return found;
}

/** Contributions to each partition by origin. */
function reachingInto(
  found: readonly FoundInArea[],
): Map<Cell, { readonly from: Cell; readonly totals: UnitTotals }[]> {
  const reaching = new Map<Cell, { readonly from: Cell; readonly totals: UnitTotals }[]>();
  for (const { area: from, expected } of found) {
    for (const [area, totals] of expected) {
      const own = reaching.get(area);
      if (own) own.push({ from, totals });
      else reaching.set(area, [{ from, totals }]);
    }
  }
  return reaching;
}

/** Places of each unit in a partition for unhoused people. */
function placesIn(
  besides: UnitTotals | undefined,
  everywhere: ReadonlyMap<number, number> | undefined,
  isEverywhere: Uint8Array,
): Map<number, number> {
  const places = new Map(everywhere);
  if (!besides) return places;
  for (const [i, unit] of besides.unit.entries()) {
    if (isEverywhere[unit] === 0) places.set(unit, besides.total[i]);
  }
  return places;
}

function unitsInArea(reaching: readonly UnitTotals[], places: ReadonlyMap<number, number>): UnitsInArea {
  const expected = new Map<number, number>();
  for (const { unit, total } of reaching) {
    for (const [i, own] of unit.entries()) addTo(expected, own, total[i]);
  }
  const units = sortedDistinct(Float64Array.from([...expected.keys(), ...places.keys()]));
  return {
    unit: Uint32Array.from(units),
    expected: Float64Array.from(units, (unit) => expected.get(unit) ?? 0),
    places: Float64Array.from(units, (unit) => places.get(unit) ?? 0),
  };
}
