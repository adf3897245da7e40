/** Sums expected people by census unit and cell, in columns, by sorting. */
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { indexOfSorted, sortedDistinct } from '../base/numbers/sorted-numbers.ts';
import { sumByKey } from '../base/numbers/sum-by-key.ts';
import { cellOfPair, pairOf, unitOfPair } from './unit-cell-pairs.ts';

/** Columns with ascending pairs of unit and cell, each once, without zeros. */
export interface ExpectedPeople {
  readonly unit: Uint32Array;
  /** Number of the cell in the partition. */
  readonly cell: Uint32Array;
  /** Expected people in units of 1/EXPECTED_PER_PERSON. */
  readonly expected: Float64Array;
}

/** Totals by ascending unit, as plain data. */
export interface UnitTotals {
  readonly unit: Uint32Array;
  readonly total: Float64Array;
}

/** Collects entries in any order. */
export class ExpectedList {
  readonly #pair = new GrowingArray(Float64Array);
  readonly #expected = new GrowingArray(Float64Array);

  add(unit: number, cell: number, expected: number): void {
    this.#pair.push(pairOf(unit, cell));
    this.#expected.push(expected);
  }

  summed(): ExpectedPeople {
    return summed(this.#pair.view(), this.#expected.view());
  }
}

/** Adds up lists by unit and cell. */
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
  const occupied = sums.includes(0) ? sorted.filter((_, i) => sums[i] !== 0) : sorted;
  return {
    unit: Uint32Array.from(occupied, unitOfPair),
    cell: Uint32Array.from(occupied, cellOfPair),
    expected: sums.filter((own) => own !== 0),
  };
}

/** Sums amounts, or counts entries, by unit. */
export function totalsByUnit(
  unit: Uint32Array,
  amount: ArrayLike<number> = new Uint8Array(unit.length).fill(1),
): UnitTotals {
  const { key, sums } = sumByKey(unit, amount);
  return { unit: key, total: sums[0] };
}
