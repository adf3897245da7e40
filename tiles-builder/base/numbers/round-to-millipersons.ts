/** Rounds people to thousandths whose sum is the rounded total, by largest remainder. */
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { MillipersonsByCell } from '../records.ts';
import { roundToSum } from './largest-remainder.ts';

/**
 * Drops cells that are rounded to 0.
 * @returns ascending by cell
 */
export function roundToMillipersons(people: ReadonlyMap<Cell, number>): MillipersonsByCell {
  const cells = [...people.keys()].sort();
  const rounded = millipersonsOf(Float64Array.from(cells, (cell) => people.get(cell)!));
  return new Map(cells.flatMap((cell, i) => (rounded[i] > 0 ? [[cell, rounded[i]] as const] : [])));
}

/** Ties go to the first. */
export function millipersonsOf(people: Float64Array): Float64Array {
  const exact = new Float64Array(people.length);
  let sum = 0;
  for (let i = 0; i < people.length; i++) {
    exact[i] = people[i] * MILLIPERSONS;
    sum += exact[i];
  }
  return roundToSum(exact, Math.round(sum));
}
