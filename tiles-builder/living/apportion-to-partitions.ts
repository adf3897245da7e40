/**
 * Apportions the people of each census unit to partitions by largest remainder: people in homes by expected people, others by
 * cells with roads or other buildings, or by all cells if the unit is over their capacity.
 */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { ratioClass } from '../../src/format/unit-runs.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { addTo } from '../base/numbers/add-to.ts';
import { apportion } from '../base/numbers/largest-remainder.ts';
import { joined, orderBy, sumByKey } from '../base/numbers/sum-by-key.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { PartitionSpill } from '../partitions/partition-spill.ts';
import { numberInPartition, partitionOf } from '../partitions/partitions.ts';
import { cellsOfUnit } from './cells-of-unit.ts';
import type { CountedCensus } from './census-on-map.ts';
import type { UnitTotals } from './expected-people.ts';
import { EXPECTED_PER_PERSON } from './homes.ts';
import { pairOf } from './unit-cell-pairs.ts';
import { MOST_PEOPLE_A_CELL } from './unit-status.ts';
import { patchiness } from './unit-sums.ts';

/** Expected people and cells for people without homes in one partition, as plain data. */
export interface PartitionTotals {
  readonly partition: Cell;
  /** Expected people by partition of the cells. */
  readonly expected: ReadonlyMap<Cell, UnitTotals>;
  /** Cells for people without a home. */
  readonly places: UnitTotals;
}

/** People in thousandths of a person, ascending by unit. */
export interface PeopleInPartition {
  readonly unit: Uint32Array;
  readonly housed: Float64Array;
  readonly unhoused: Float64Array;
}

export interface ApportionedPeople extends PeopleInPartition {
  /** People by unit, over all partitions. */
  readonly total: Float64Array;
  /** Class of each unit's observed-to-expected ratio, raised where the map is patchy. */
  readonly ratioClass: Uint8Array;
  /** Partitions whose homes reach into this one, ascending. */
  readonly from: readonly Cell[];
  readonly hasPlaces: boolean;
  /** Units whose unhoused people exceed the capacity of their places and go to all their cells. Ascending. */
  readonly overCapacity: readonly number[];
  readonly hasAllCells: boolean;
}

/**
 * @param found inside the coverages
 * @param allCells takes all cells of units over capacity, as pairs (see `pairOf`)
 * @returns by partition, ascending
 */
export function apportionToPartitions(
  censuses: readonly CountedCensus[],
  found: readonly PartitionTotals[],
  allCells: PartitionSpill,
): Map<Cell, ApportionedPeople> {
  const { housed, unhoused, expected, patchFactor } = millipersonsByNumber(censuses);
  const placesOf = new Map(found.map(({ partition, places }) => [partition, places]));
  const isOver = unitsOverCapacity(found, unhoused);
  const cellsOf = findAllCells(censuses, isOver, allCells);
  const reaching = reachingInto(found);
  const partitions = [...new Set([...placesOf.keys(), ...reaching.keys(), ...cellsOf.keys()])].sort();
  const units = partitions.map((partition) => {
    const places = placesIn(placesOf.get(partition), cellsOf.get(partition), isOver);
    return unitsInPartition(reaching.get(partition)?.map(({ totals }) => totals) ?? [], places);
  });
  const people = apportionUnits(units, { housed, unhoused });
  return new Map(
    partitions.map((partition, i): [Cell, ApportionedPeople] => {
      const total = Float64Array.from(people[i].unit, (unit) => housed[unit] + unhoused[unit]);
      const own = {
        ...people[i],
        total,
        ratioClass: Uint8Array.from(people[i].unit, (unit, at) =>
          ratioClass(Math.max(1, total[at] / expected[unit]) * patchFactor[unit]),
        ),
        from: (reaching.get(partition) ?? []).map(({ from }) => from).sort(),
        hasPlaces: placesOf.has(partition),
        overCapacity: [...(placesOf.get(partition)?.unit ?? [])].filter((unit) => isOver[unit] === 1),
        hasAllCells: cellsOf.has(partition),
      };
      return [partition, own];
    }),
  );
}

/** Patchiness that doubles a unit's squared error. In Rennes with patches of 1 km, 92 of 100 intervals contain the truth by it, 78 without. */
const DOUBLING_PATCHINESS = 0.03;

function millipersonsByNumber(censuses: readonly CountedCensus[]) {
  const units = censuses.reduce((sum, { source }) => sum + source.units.length, 0);
  const housed = new Float64Array(units);
  const unhoused = new Float64Array(units);
  const expected = new Float64Array(units);
  const patchFactor = new Float64Array(units);
  for (const { firstUnit, people, sums } of censuses) {
    for (const [unit, inside] of people.inside.entries()) {
      housed[firstUnit + unit] = people.housed[unit];
      unhoused[firstUnit + unit] = inside - people.housed[unit];
      expected[firstUnit + unit] = (sums.inside[unit] / EXPECTED_PER_PERSON) * MILLIPERSONS;
      patchFactor[firstUnit + unit] = 1 + patchiness(sums, unit) / DOUBLING_PATCHINESS;
    }
  }
  return { housed, unhoused, expected, patchFactor };
}

function unitsOverCapacity(found: readonly PartitionTotals[], unhoused: Float64Array): Uint8Array {
  const cells = new Float64Array(unhoused.length);
  for (const { places } of found) {
    for (const [i, unit] of places.unit.entries()) cells[unit] += places.total[i];
  }
  return Uint8Array.from(unhoused, (people, unit) =>
    people > cells[unit] * MOST_PEOPLE_A_CELL * MILLIPERSONS ? 1 : 0,
  );
}

function findAllCells(
  censuses: readonly CountedCensus[],
  isOver: Uint8Array,
  allCells: PartitionSpill,
): Map<Cell, Map<number, number>> {
  const found = new Map<Cell, Map<number, number>>();
  const pair = new Float64Array(1);
  const bytes = new Uint8Array(pair.buffer);
  for (const { source, firstUnit, counts } of censuses) {
    const coverage = new PlanarArea(counts);
    for (let i = 0; i < source.units.length; i++) {
      const unit = firstUnit + i;
      if (isOver[unit] === 0) continue;
      for (const cell of cellsOfUnit(new PlanarArea(source.units.outline(i)), coverage)) {
        const partition = partitionOf(cell);
        pair[0] = pairOf(unit, numberInPartition(cell));
        allCells.append(partition, bytes);
        const own = found.get(partition) ?? new Map<number, number>();
        found.set(partition, own);
        addTo(own, unit, 1);
      }
    }
  }
  allCells.finish();
  return found;
}

/** Groups expected people by the partition of their cells, with that of their homes. */
const reachingInto = (found: readonly PartitionTotals[]) =>
  Map.groupBy(
    found.flatMap(({ partition: from, expected }) =>
      Array.from(expected, ([into, totals]) => ({ from, into, totals })),
    ),
    ({ into }) => into,
  );

function placesIn(
  places: UnitTotals | undefined,
  allCells: ReadonlyMap<number, number> | undefined,
  isOver: Uint8Array,
): Map<number, number> {
  const all = new Map(allCells);
  for (const [i, unit] of places?.unit.entries() ?? [])
    if (isOver[unit] === 0) all.set(unit, places!.total[i]);
  return all;
}

/** Units of one partition, ascending; they take 20 bytes each. */
interface UnitsInPartition {
  readonly unit: Uint32Array;
  readonly expected: Float64Array;
  readonly places: Float64Array;
}

function unitsInPartition(
  reaching: readonly UnitTotals[],
  places: ReadonlyMap<number, number>,
): UnitsInPartition {
  const inPlaces = Uint32Array.from(places.keys());
  const { key, sums } = sumByKey(
    joined(inPlaces, ...reaching.map(({ unit }) => unit)),
    joined(new Float64Array(inPlaces.length), ...reaching.map(({ total }) => total)),
  );
  return { unit: key, expected: sums[0], places: Float64Array.from(key, (own) => places.get(own) ?? 0) };
}

/** @param partitions in a fixed order, which breaks ties */
function apportionUnits(
  partitions: readonly UnitsInPartition[],
  people: { readonly housed: Float64Array; readonly unhoused: Float64Array },
): PeopleInPartition[] {
  const unit = joined(new Uint32Array(), ...partitions.map((own) => own.unit));
  const joinedWeights = (kind: 'expected' | 'places'): Float64Array =>
    joined(new Float64Array(), ...partitions.map((own) => own[kind]));
  const housed = apportionRows(unit, people.housed, joinedWeights('expected'));
  const unhoused = apportionRows(unit, people.unhoused, joinedWeights('places'));
  let end = 0;
  return partitions.map(({ unit: own }) => {
    const start = end;
    end += own.length;
    return { unit: own, housed: housed.slice(start, end), unhoused: unhoused.slice(start, end) };
  });
}

/** Apportions the people of each unit to its rows, which are of one partition each. */
function apportionRows(unit: Uint32Array, people: Float64Array, weights: Float64Array): Float64Array {
  const order = orderBy(unit);
  const apportioned = new Float64Array(unit.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    const own = unit[order[from]];
    while (to < order.length && unit[order[to]] === own) to++;
    const [rows, whole] = [order.subarray(from, to), people[own]];
    if (whole === 0) continue;
    const shares =
      rows.length === 1
        ? [whole]
        : apportion(
            whole,
            Float64Array.from(rows, (row) => weights[row]),
          );
    for (const [i, row] of rows.entries()) apportioned[row] = shares[i];
  }
  return apportioned;
}
