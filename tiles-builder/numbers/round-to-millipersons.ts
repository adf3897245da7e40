/** Fixed point by largest remainder: the parts add up to the rounded whole exactly. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { MillipersonsByCell } from '../records.ts';

/**
 * Rounds people to thousandths, so that all cells together hold the whole, rounded to a thousandth. Each cell is less
 * than a thousandth off; cells left without a thousandth are left out.
 * @returns cells in ascending order
 */
export function roundToMillipersons(people: ReadonlyMap<Cell, number>): MillipersonsByCell {
  const quotas = [...people]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cell, count]) => {
      const exact = count * MILLIPERSONS;
      const floor = Math.floor(exact);
      return { cell, millipersons: floor, exact, remainder: exact - floor };
    });
  const sum = quotas.reduce((sum, quota) => sum + quota.exact, 0);
  const missing = Math.round(sum) - quotas.reduce((sum, quota) => sum + quota.millipersons, 0);
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
