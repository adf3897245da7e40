/** Census units of a living tile's cells, run-length and move-to-front encoded, with their people elsewhere. See FORMAT.md. */
import { ExpGolombReader, ExpGolombWriter } from './exp-golomb.ts';

export interface TileUnits {
  /** End of each run of cells of one unit, exclusive, ascending. */
  readonly runEnds: Uint32Array;
  /** Unit of each run, an index into the columns below. */
  readonly runUnits: Uint32Array;
  /** Number in the dataset; {@link WHOLE} for a unit within this tile. */
  readonly numbers: Float64Array;
  /** Thousandths of a person in this tile and elsewhere. */
  readonly here: Float64Array;
  readonly elsewhere: Float64Array;
  readonly ratioClasses: Uint8Array;
}

export interface UnitsToWrite {
  readonly of: ArrayLike<number>;
  /** Thousandths of a person in other tiles. */
  readonly elsewhereOf: (unit: number) => number;
  readonly ratioClassOf: (unit: number) => number;
}

/** Of the observed-to-expected ratio: census people over those that mapped homes would house. */
const RATIO_CLASSES = 8;
const CLASSES_A_DOUBLING = 2;

/** @param ratio observed-to-expected; below 1 counts as 1 */
export const ratioClass = (ratio: number): number =>
  Math.min(RATIO_CLASSES - 1, Math.max(0, Math.round(CLASSES_A_DOUBLING * Math.log2(ratio))));

export const ratioOfClass = (own: number): number => 2 ** (own / CLASSES_A_DOUBLING);

export const WHOLE = -1;
/** Of a run: the unit before the present one, and the first run of a unit. Others are ranks, from 2 on. */
const BEFORE = 0;
const FIRST = 1;

export function writeUnits({ of: unitOf, elsewhereOf, ratioClassOf }: UnitsToWrite): number[] {
  const codes = new ExpGolombWriter();
  const recent: number[] = [];
  for (let start = 0, end = 0; start < unitOf.length; start = end) {
    const unit = unitOf[start];
    while (end < unitOf.length && unitOf[end] === unit) end++;
    const rank = recent.indexOf(unit);
    if (rank < 0) {
      const elsewhere = elsewhereOf(unit);
      codes.push(FIRST);
      codes.push(ratioClassOf(unit));
      codes.push(elsewhere > 0 ? unit + 1 : 0);
      if (elsewhere > 0) codes.push(elsewhere - 1);
    } else {
      codes.push(rank === 1 ? BEFORE : rank);
      recent.splice(rank, 1);
    }
    codes.push(end - start - 1);
    recent.unshift(unit);
  }
  return codes.finish();
}

/**
 * @param runningTotals cumulative thousandths of a person
 * @returns `null` if damaged
 */
export function readUnits(bytes: Uint8Array, runningTotals: Uint32Array): TileUnits | null {
  const codes = new ExpGolombReader(bytes);
  const numbers: number[] = [];
  const here: number[] = [];
  const elsewhere: number[] = [];
  const ratioClasses: number[] = [];
  const runEnds: number[] = [];
  const runUnits: number[] = [];
  const recent: number[] = [];
  let before = 0;
  for (let end = 0; end < runningTotals.length; ) {
    const code = codes.next();
    let unit = numbers.length;
    if (code === FIRST) {
      const own = codes.next();
      if (own >= RATIO_CLASSES) return null;
      ratioClasses.push(own);
      const number = codes.next() - 1;
      numbers.push(number);
      elsewhere.push(number === WHOLE ? 0 : codes.next() + 1);
      here.push(0);
      recent.push(unit);
    } else {
      const rank = code === BEFORE ? 1 : code;
      if (rank >= recent.length) return null;
      unit = recent[recent.length - 1 - rank];
      for (let place = recent.length - 1 - rank; place < recent.length - 1; place++)
        recent[place] = recent[place + 1];
      recent[recent.length - 1] = unit;
    }
    end += codes.next() + 1;
    if (codes.isCutShort || end > runningTotals.length) return null;
    const total = runningTotals[end - 1];
    here[unit] += total - before;
    before = total;
    runEnds.push(end);
    runUnits.push(unit);
  }
  if (!codes.isAtEnd) return null;
  return {
    runEnds: Uint32Array.from(runEnds),
    runUnits: Uint32Array.from(runUnits),
    numbers: Float64Array.from(numbers),
    here: Float64Array.from(here),
    elsewhere: Float64Array.from(elsewhere),
    ratioClasses: Uint8Array.from(ratioClasses),
  };
}

export const bytesOfUnits = (units: TileUnits): number =>
  Object.values(units).reduce((sum: number, column: ArrayBufferView) => sum + column.byteLength, 0);
