/** Sums the people that all census units allocate to each cell of a partition. */

import { sumByKey } from '../base/numbers/sum-by-key.ts';
import type { Allocations } from './allocations.ts';

/** @returns cell numbers, ascending and distinct, and thousandths of a person */
export function sumAllocations({ cell, millipersons }: Pick<Allocations, 'cell' | 'millipersons'>): {
  readonly cell: Uint32Array;
  readonly millipersons: Float64Array;
} {
  const { key, sums } = sumByKey(cell, millipersons);
  return { cell: key, millipersons: sums[0] };
}
