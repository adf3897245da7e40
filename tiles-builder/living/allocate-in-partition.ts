/**
 * Allocates people of census units to cells of one partition by largest remainder: people in homes by expected people, others
 * equally to the unit's cells with roads or other buildings.
 */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { apportion } from '../base/numbers/largest-remainder.ts';
import { sortedDistinct } from '../base/numbers/sorted-numbers.ts';
import type { Allocations } from './allocations.ts';
import type { PeopleInPartition } from './apportion-to-partitions.ts';
import type { ExpectedPeople } from './expected-people.ts';
import { cellOfPair, unitOfPair } from './unit-cell-pairs.ts';

const MOST_MILLIPERSONS_A_CELL = 2 ** 32 - 1;

/**
 * @param places pairs of a unit and a cell, ascending, see `pairOf`
 * @throws Error if people have no place: a defect; RangeError if one cell gets over 4 million
 */
export function allocateInPartition(
  expected: ExpectedPeople,
  places: Float64Array,
  people: PeopleInPartition,
): Allocations {
  const allocations = { unit: uint32(), cell: uint32(), millipersons: uint32() };
  let home = 0;
  let place = 0;
  for (const [i, unit] of people.unit.entries()) {
    while (home < expected.unit.length && expected.unit[home] < unit) home++;
    const firstHome = home;
    while (expected.unit[home] === unit) home++;
    while (place < places.length && unitOfPair(places[place]) < unit) place++;
    const firstPlace = place;
    while (unitOfPair(places[place]) === unit) place++;
    const [housed, unhoused] = [people.housed[i], people.unhoused[i]];
    if ((housed > 0 && home === firstHome) || (unhoused > 0 && place === firstPlace)) {
      throw new Error(`unit ${unit} has people in a partition without a cell for them`);
    }
    const homes = {
      cells: expected.cell.subarray(firstHome, home),
      millipersons: housed > 0 ? apportion(housed, expected.expected.subarray(firstHome, home)) : null,
    };
    const others = { cells: places.subarray(firstPlace, place), millipersons: unhoused };
    forEachCell(homes, others, (cell, millipersons) => {
      if (millipersons > MOST_MILLIPERSONS_A_CELL) {
        throw new RangeError(`unit ${unit} gives ${millipersons / MILLIPERSONS} people to one cell`);
      }
      allocations.unit.push(unit);
      allocations.cell.push(cell);
      allocations.millipersons.push(millipersons);
    });
  }
  return {
    unit: allocations.unit.taken(),
    cell: allocations.cell.taken(),
    millipersons: allocations.millipersons.taken(),
  };
}

/** @param take is called with cells that get people, ascending */
function forEachCell(
  homes: { readonly cells: Uint32Array; readonly millipersons: ArrayLike<number> | null },
  places: { readonly cells: Float64Array; readonly millipersons: number },
  take: (cell: number, millipersons: number) => void,
): void {
  const each = Math.floor(places.millipersons / places.cells.length);
  const withOneMore = places.millipersons % places.cells.length;
  for (let h = 0, p = 0; h < homes.cells.length || p < places.cells.length; ) {
    const homeCell = h < homes.cells.length ? homes.cells[h] : Infinity;
    const placeCell = p < places.cells.length ? cellOfPair(places.cells[p]) : Infinity;
    let millipersons = 0;
    if (homeCell <= placeCell) {
      millipersons += homes.millipersons?.[h] ?? 0;
      h++;
    }
    if (placeCell <= homeCell) millipersons += each + (p++ < withOneMore ? 1 : 0);
    if (millipersons > 0) take(Math.min(homeCell, placeCell), millipersons);
  }
}

/**
 * Returns the places for people without homes, ascending.
 * @param allCells bytes of all cells of units over the capacity of `places`, in any order
 */
export function placesWithAllCells(
  places: Float64Array,
  allCells: Uint8Array,
  overCapacity: readonly number[],
): Float64Array {
  const isOver = new Set(overCapacity);
  const within = isOver.size === 0 ? places : places.filter((pair) => !isOver.has(unitOfPair(pair)));
  if (allCells.length === 0) return within;
  const cells = new Float64Array(new Uint8Array(allCells).buffer);
  return sortedDistinct(Float64Array.from([...within, ...cells]));
}

const uint32 = (): GrowingArray<Uint32Array> => new GrowingArray(Uint32Array);
