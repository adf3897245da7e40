/** Thousandths of a person by home cell, from a ledger. */
import type { Cell } from '../../../src/geo/cells.ts';
import { readAllocations, readLedger } from '../../../tiles-builder/dataset/ledger.ts';
import { sumAllocations } from '../../../tiles-builder/living/sum-allocations.ts';
import { cellInPartition } from '../../../tiles-builder/partitions/partitions.ts';
import type { MillipersonsByCell } from '../../../tiles-builder/records.ts';

export function residentsOf(ledgerFolder: string): MillipersonsByCell {
  const residents = new Map<Cell, number>();
  for (const area of readLedger(ledgerFolder).partitions) {
    const { cell, millipersons } = sumAllocations(readAllocations(ledgerFolder, area));
    for (const [i, number] of cell.entries()) residents.set(cellInPartition(area, number), millipersons[i]);
  }
  return residents;
}
