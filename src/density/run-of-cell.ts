/** Sums the people of a coarser cell in a count tile: finds its keys by binary search, and subtracts running totals. */
import { firstIndexNotBelow } from '../geo/sorted-keys.ts';
import type { PeopleBelow } from '../zone/cover-zone.ts';

/**
 * @param key of the cell, below the tile's cell
 * @param keysOfCell number of keys in a cell of that resolution
 * @returns half-open range of indexes
 */
export function runOfCell(
  { keys }: PeopleBelow,
  key: number,
  keysOfCell: number,
): readonly [start: number, end: number] {
  const start = firstIndexNotBelow(keys, key * keysOfCell);
  return [start, firstIndexNotBelow(keys, (key + 1) * keysOfCell, start)];
}

/** Sums people in thousandths of a person. */
export const totalOf = ({ runningTotals }: PeopleBelow, start: number, end: number): number =>
  end === start ? 0 : runningTotals[end - 1] - (start > 0 ? runningTotals[start - 1] : 0);
