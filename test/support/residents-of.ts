/** Thousandths of a person by the cell that they live in, from the ledger of a dataset or of its step. */
import type { Cell } from '../../src/geo/cells.ts';
import { readGifts, readLedger } from '../../tiles-builder/dataset/ledger.ts';
import { sumGifts } from '../../tiles-builder/living/sum-gifts.ts';
import { cellInPartition } from '../../tiles-builder/partitions/partitions.ts';
import type { MillipersonsByCell } from '../../tiles-builder/records.ts';

export function residentsOf(ledgerFolder: string): MillipersonsByCell {
  const residents = new Map<Cell, number>();
  for (const area of readLedger(ledgerFolder).partitions) {
    const { cell, millipersons } = sumGifts(readGifts(ledgerFolder, area));
    for (const [i, number] of cell.entries()) residents.set(cellInPartition(area, number), millipersons[i]);
  }
  return residents;
}
