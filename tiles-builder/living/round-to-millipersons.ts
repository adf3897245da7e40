/** Fixed point by largest remainder: the parts add up to the rounded whole exactly. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { MillipersonsByCell } from '../records.ts';

/** What sums of floating-point numbers in another order may differ by. */
const ROUNDING_MILLIPERSONS = 1;

/**
 * Rounds people to thousandths, so that all cells together hold the whole, rounded to a thousandth. Each cell is less
 * than a thousandth off; cells left without a thousandth are left out.
 * @param whole what the cells add up to, where it is known otherwise: persons
 * @returns cells in ascending order
 * @throws Error where the cells do not add up to `whole` but for rounding: a defect
 */
export function roundToMillipersons(people: ReadonlyMap<Cell, number>, whole?: number): MillipersonsByCell {
  const quotas = [...people]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cell, count]) => {
      const exact = count * MILLIPERSONS;
      const floor = Math.floor(exact);
      return { cell, millipersons: floor, exact, remainder: exact - floor };
    });
  const sum = quotas.reduce((sum, quota) => sum + quota.exact, 0);
  const wholeMillipersons = whole === undefined ? sum : whole * MILLIPERSONS;
  if (Math.abs(wholeMillipersons - sum) > ROUNDING_MILLIPERSONS) {
    throw new Error(`the cells hold ${sum} thousandths of a person, ${wholeMillipersons} are to be shared`);
  }
  const missing = Math.round(wholeMillipersons) - quotas.reduce((sum, quota) => sum + quota.millipersons, 0);
  const byRemainder = [...quotas].sort((a, b) => b.remainder - a.remainder || (a.cell < b.cell ? -1 : 1));
  for (const quota of byRemainder.slice(0, missing)) quota.millipersons++;
  return new Map(
    quotas.filter((quota) => quota.millipersons > 0).map((quota) => [quota.cell, quota.millipersons]),
  );
}

export function totalMillipersons(people: MillipersonsByCell): number {
  let total = 0;
  for (const millipersons of people.values()) total += millipersons;
  return total;
}
