/** Finds the keys of a coarser cell in a count tile by binary search. */
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
