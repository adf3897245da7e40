/** Sums allocations by cell, in an array over all cells of a partition. */

import type { Allocations } from '../dataset/ledger.ts';
import { NUMBERS_IN_PARTITION } from '../partitions/partitions.ts';

/**
 * @returns cell numbers, ascending and distinct, and thousandths of a person
 * @throws RangeError for an invalid cell, or an allocation of nobody
 */
export function sumAllocations({ cell, millipersons }: Pick<Allocations, 'cell' | 'millipersons'>): {
  readonly cell: Uint32Array;
  readonly millipersons: Float64Array;
} {
  const sums = new Float64Array(NUMBERS_IN_PARTITION);
  let occupied = 0;
  for (const [i, number] of cell.entries()) {
    if (number >= NUMBERS_IN_PARTITION) throw new RangeError(`a partition has no cell ${number}`);
    if (!(millipersons[i] > 0)) throw new RangeError(`cell ${number} is given nobody`);
    if (sums[number] === 0) occupied++;
    sums[number] += millipersons[i];
  }
  const numbers = new Uint32Array(occupied);
  for (let number = 0, at = 0; at < occupied; number++) if (sums[number] > 0) numbers[at++] = number;
  return { cell: numbers, millipersons: Float64Array.from(numbers, (number) => sums[number]) };
}
