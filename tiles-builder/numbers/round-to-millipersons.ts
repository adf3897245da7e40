/** Apportionment by largest remainder: the rounded parts sum exactly to the rounded whole. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { MillipersonsByCell } from '../records.ts';

/**
 * Rounds people to thousandths, with the sum rounded to a thousandth. Each cell is less than a thousandth off; cells rounded to 0
 * are left out.
 * @returns ascending by cell
 */
export function roundToMillipersons(people: ReadonlyMap<Cell, number>): MillipersonsByCell {
  const cells = [...people.keys()].sort();
  const rounded = millipersonsOf(Float64Array.from(cells, (cell) => people.get(cell)!));
  return new Map(cells.flatMap((cell, i) => (rounded[i] > 0 ? [[cell, rounded[i]] as const] : [])));
}

/** Thousandths that sum to the rounded whole; on equal remainders the first come first. */
export function millipersonsOf(people: Float64Array): Float64Array {
  const rounded = new Float64Array(people.length);
  const remainders = new Float64Array(people.length);
  let sum = 0;
  let floors = 0;
  for (let i = 0; i < people.length; i++) {
    const exact = people[i] * MILLIPERSONS;
    rounded[i] = Math.floor(exact);
    remainders[i] = exact - rounded[i];
    sum += exact;
    floors += rounded[i];
  }
  const missing = Math.round(sum) - floors;
  if (missing <= 0) return rounded;
  const least = remainders.toSorted()[Math.max(0, people.length - missing)];
  let left = missing;
  for (let i = 0; i < people.length; i++) {
    if (remainders[i] <= least) continue;
    rounded[i]++;
    left--;
  }
  for (let i = 0; i < people.length && left > 0; i++) {
    if (remainders[i] !== least) continue;
    rounded[i]++;
    left--;
  }
  return rounded;
}

export function totalMillipersons(people: MillipersonsByCell): number {
  let total = 0;
  for (const millipersons of people.values()) total += millipersons;
  return total;
}
