/** Reads and writes the people of each census unit allocated to each cell, one file by partition in the folder of a step. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';

/** Columns that are ascending by unit and cell, each pair once. */
export interface Allocations {
  readonly unit: Uint32Array;
  /** Number of the cell in the partition. */
  readonly cell: Uint32Array;
  /** Above 0. */
  readonly millipersons: Uint32Array;
}

const SUFFIX = '.allocations';
const COLUMNS = 3;

export const allocationsFile = (partition: Cell): string => `${partition}${SUFFIX}`;

/** Lists partitions with a file in the folder, ascending. */
export const partitionsAllocated = (folder: string): Cell[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length) as Cell)
    .sort();

export function writeAllocations(
  folder: string,
  partition: Cell,
  { unit, cell, millipersons }: Allocations,
): void {
  const bytes = Buffer.concat(
    [unit, cell, millipersons].map((column) =>
      Buffer.from(column.buffer, column.byteOffset, column.byteLength),
    ),
  );
  writeFileSync(join(folder, allocationsFile(partition)), bytes);
}

/** @returns no entries for a partition without a file */
export function readAllocations(folder: string, partition: Cell): Allocations {
  const file = join(folder, allocationsFile(partition));
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const count = bytes.length / (COLUMNS * Uint32Array.BYTES_PER_ELEMENT);
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return {
    unit: numbers.subarray(0, count),
    cell: numbers.subarray(count, 2 * count),
    millipersons: numbers.subarray(2 * count),
  };
}
