/** Reads and sums the people of each census unit allocated to each cell, one file by partition in the folder of a step. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { readPacked } from '../base/files/packed-file.ts';
import { sumByKey } from '../base/numbers/sum-by-key.ts';

/** Columns that are ascending by unit and cell, each pair once. */
export interface Allocations {
  readonly unit: Uint32Array;
  /** Number of the cell in the partition. */
  readonly cell: Uint32Array;
  /** Thousandths of a person, above 0. */
  readonly millipersons: Uint32Array;
}

const SUFFIX = '.allocations';
const NONE: Allocations = {
  unit: new Uint32Array(),
  cell: new Uint32Array(),
  millipersons: new Uint32Array(),
};

export const allocationsFile = (partition: Cell): string => `${partition}${SUFFIX}`;

/** Lists partitions with a file in the folder, ascending. */
export const partitionsAllocated = (folder: string): Cell[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length) as Cell)
    .sort();

/** @returns no entries for a partition without a file */
export function readAllocations(folder: string, partition: Cell): Allocations {
  const file = join(folder, allocationsFile(partition));
  return existsSync(file) ? readPacked(file) : NONE;
}

/** @returns cell numbers, ascending and distinct, and thousandths of a person */
export function sumAllocations({ cell, millipersons }: Pick<Allocations, 'cell' | 'millipersons'>): {
  readonly cell: Uint32Array;
  readonly millipersons: Float64Array;
} {
  const { key, sums } = sumByKey(cell, millipersons);
  return { cell: key, millipersons: sums[0] };
}
