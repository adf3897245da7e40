/** The people expected in each part of an area that lies in one census unit and one cell. */
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

/** Something of each unit, by ascending unit: plain data. */
export interface UnitTotals {
  readonly unit: Uint32Array;
  readonly total: Float64Array;
}

/** What one area's homes add to one area, in any order. */
export class ExpectedList {
  readonly #pair = new GrowingArray(Float64Array);
  readonly #expected = new GrowingArray(Float64Array);

  add(unit: number, cell: number, expected: number): void {
    this.#pair.push(pairOf(unit, cell));
    this.#expected.push(expected);
  }

  /** Adds up what is expected in one unit and cell. */
  summed(): ExpectedPeople {
    return summed(this.#pair.view(), this.#expected.view());
  }
}

/** What homes of several areas add to one. */
export function mergeExpected(parts: readonly ExpectedPeople[]): ExpectedPeople {
  if (parts.length === 1) return parts[0];
  const pair = new GrowingArray(Float64Array);
  const expected = new GrowingArray(Float64Array);
  for (const part of parts) {
    pair.append(Float64Array.from(part.unit, (unit, i) => pairOf(unit, part.cell[i])));
    expected.append(part.expected);
  }
  return summed(pair.view(), expected.view());
}

function summed(pairs: Float64Array, expected: Float64Array): ExpectedPeople {
  const sorted = sortedDistinct(pairs.slice());
  const sums = new Float64Array(sorted.length);
  for (let i = 0; i < pairs.length; i++) sums[indexOfSorted(sorted, pairs[i])] += expected[i];
  return {
    unit: Uint32Array.from(sorted, unitOfPair),
    cell: Uint32Array.from(sorted, cellOfPair),
    expected: sums,
  };
}

/** @param unit ascending @param amount of each entry; 1 where absent */
export function totalsByUnit(unit: ArrayLike<number>, amount?: ArrayLike<number>): UnitTotals {
  const units = new GrowingArray(Uint32Array);
  const totals = new GrowingArray(Float64Array);
  for (let i = 0; i < unit.length; i++) {
    if (i === 0 || unit[i] !== unit[i - 1]) {
      units.push(unit[i]);
      totals.push(0);
    }
    totals.values[totals.length - 1] += amount?.[i] ?? 1;
  }
  return { unit: units.view().slice(), total: totals.view().slice() };
}
