/** Cells that one step leaves for another, in the order in which they were given, and what belongs to each. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Cell } from '../../src/geo/cells.ts';

/** 8 bytes a cell. */
export function writeCells(file: string, cells: Iterable<Cell>): void {
  writeFileSync(
    file,
    BigUint64Array.from(cells, (cell) => BigInt(`0x${cell}`)),
  );
}

export function readCells(file: string): Cell[] {
  return Array.from(new BigUint64Array(aligned(file)), (cell) => cell.toString(16));
}

const aligned = (file: string): ArrayBuffer => new Uint8Array(readFileSync(file)).buffer;
