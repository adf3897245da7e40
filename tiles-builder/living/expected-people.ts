/** The people expected in each part of an area that lies in one census unit and one cell: kept in files until all is known. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { readPackedFile, writePackedFile } from '../files/packed-file.ts';
import { GrowingArray } from '../numbers/growing-array.ts';
import { indexOfSorted, sortedDistinct } from '../numbers/sorted-numbers.ts';
import { cellOfPair, pairOf, unitOfPair } from './unit-cell-pairs.ts';

/** By unit and cell, ascending; each pair once. */
export interface ExpectedPeople {
  readonly unit: Uint32Array;
  /** Number in the area. */
  readonly cell: Uint32Array;
  /** See EXPECTED_PER_PERSON. */
  readonly expected: Float64Array;
}

const BYTES_AN_ENTRY = 16;

/** What one area's homes add to one area, in any order. */
export class ExpectedList {
  readonly #unit = new GrowingArray(Uint32Array);
  readonly #cell = new GrowingArray(Uint32Array);
  readonly #expected = new GrowingArray(Float64Array);

  add(unit: number, cell: number, expected: number): void {
    this.#unit.push(unit);
    this.#cell.push(cell);
    this.#expected.push(expected);
  }

  bytes(): Buffer {
    const columns = [this.#expected, this.#unit, this.#cell].map((column) => {
      const { buffer, byteOffset, byteLength } = column.view();
      return Buffer.from(buffer, byteOffset, byteLength);
    });
    return Buffer.concat(columns);
  }
}

/** A folder with a folder for each area, and in it a file from each area whose homes reach into it. */
export class ExpectedFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(from: Cell, byArea: ReadonlyMap<Cell, ExpectedList>): void {
    for (const [area, list] of byArea) {
      mkdirSync(join(this.#folder, area), { recursive: true });
      writePackedFile(join(this.#folder, area, from), list.bytes());
    }
  }

  /** Areas in which people are expected, ascending. */
  areas(): Cell[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder).sort() : [];
  }

  read(area: Cell): ExpectedPeople {
    const folder = join(this.#folder, area);
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    const parts = files.map((file) => readPackedFile(join(folder, file)));
    const count = parts.reduce((sum, { length }) => sum + length / BYTES_AN_ENTRY, 0);
    const all = {
      unit: new Uint32Array(count),
      cell: new Uint32Array(count),
      expected: new Float64Array(count),
    };
    let at = 0;
    for (const part of parts) {
      const own = part.length / BYTES_AN_ENTRY;
      const bytes = part.buffer.slice(part.byteOffset, part.byteOffset + part.length);
      all.expected.set(new Float64Array(bytes, 0, own), at);
      all.unit.set(new Uint32Array(bytes, own * 8, own), at);
      all.cell.set(new Uint32Array(bytes, own * 12, own), at);
      at += own;
    }
    return merged(all);
  }
}

/** Sorts entries, and adds up those of one unit and cell. */
function merged({ unit, cell, expected }: ExpectedPeople): ExpectedPeople {
  const keys = Float64Array.from(unit, (own, i) => pairOf(own, cell[i]));
  const sorted = sortedDistinct(keys.slice());
  const sums = new Float64Array(sorted.length);
  for (let i = 0; i < keys.length; i++) sums[indexOfSorted(sorted, keys[i])] += expected[i];
  return {
    unit: Uint32Array.from(sorted, unitOfPair),
    cell: Uint32Array.from(sorted, cellOfPair),
    expected: sums,
  };
}
