/** Sums the people that all census units allocate to each cell of a partition. */

import { sumByKey } from '../base/numbers/sum-by-key.ts';
import { NUMBERS_IN_PARTITION } from '../partitions/partitions.ts';
import type { Allocations } from './allocations.ts';

/**
 * @returns cell numbers, ascending and distinct, and thousandths of a person
 * @throws RangeError for an invalid cell, or an allocation of nobody
 */
export function sumAllocations({ cell, millipersons }: Pick<Allocations, 'cell' | 'millipersons'>): {
  readonly cell: Uint32Array;
  readonly millipersons: Float64Array;
} {
  for (let i = 0; i < cell.length; i++) {
    if (cell[i] >= NUMBERS_IN_PARTITION) throw new RangeError(`a partition has no cell ${cell[i]}`);
    if (!(millipersons[i] > 0)) throw new RangeError(`cell ${cell[i]} is given nobody`);
  }
  const { key, sums } = sumByKey(cell, millipersons);
  return { cell: key, millipersons: sums[0] };
}
