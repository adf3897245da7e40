/** Census units of a living tile's cells, run-length encoded in varints (LEB128). See FORMAT.md. */

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
const MOST_RANKS = 7;
const RANKS = 8;

export function pushNumber(bytes: number[], number: number): void {
  let left = number;
  for (; left > 0x7f; left = Math.floor(left / 128)) bytes.push((left % 128) | 0x80);
  bytes.push(left);
}

export function writeUnits({ of: unitOf, elsewhereOf, ratioClassOf }: UnitsToWrite): {
  readonly units: number[];
  readonly runs: number[];
} {
  const units: number[] = [];
  const runs: number[] = [];
  const placeOf = new Map<number, number>();
  const recent: number[] = [];
  for (let start = 0, end = 0; start < unitOf.length; start = end) {
    const unit = unitOf[start];
    while (end < unitOf.length && unitOf[end] === unit) end++;
    const length = (end - start - 1) * RANKS;
    const place = placeOf.get(unit);
    if (place === undefined) {
      pushNumber(runs, length);
      placeOf.set(unit, placeOf.size);
      const elsewhere = elsewhereOf(unit);
      pushNumber(units, (elsewhere > 0 ? unit + 1 : 0) * RATIO_CLASSES + ratioClassOf(unit));
      if (elsewhere > 0) pushNumber(units, elsewhere);
    } else {
      const rank = Math.min(MOST_RANKS, recent.indexOf(unit));
      pushNumber(runs, length + rank);
      if (rank === MOST_RANKS) pushNumber(runs, place);
      recent.splice(recent.indexOf(unit), 1);
    }
    recent.unshift(unit);
  }
  return { units, runs };
}

/**
 * @param runningTotals cumulative thousandths of a person
 * @returns `null` if damaged
 */
export function readUnits(units: Uint8Array, runs: Uint8Array, runningTotals: Uint32Array): TileUnits | null {
  const list = new Numbers(units);
  const numbers: number[] = [];
  const elsewhere: number[] = [];
  const ratioClasses: number[] = [];
  while (!list.isAtEnd) {
    const entry = list.next();
    const number = Math.floor(entry / RATIO_CLASSES) - 1;
    numbers.push(number);
    ratioClasses.push(entry % RATIO_CLASSES);
    elsewhere.push(number === WHOLE ? 0 : list.next());
  }
  const here = new Float64Array(numbers.length);
  const runEnds: number[] = [];
  const runUnits: number[] = [];
  const recent: number[] = [];
  const steps = new Numbers(runs);
  let listed = 0;
  let end = 0;
  while (!steps.isAtEnd) {
    const step = steps.next();
    const rank = step % RANKS;
    const unit = rank === 0 ? listed++ : rank === MOST_RANKS ? steps.next() : recent[rank];
    const start = end;
    end += Math.floor(step / RANKS) + 1;
    if (!(unit < listed) || listed > numbers.length || end > runningTotals.length) return null;
    if (rank > 0) recent.splice(recent.indexOf(unit), 1);
    recent.unshift(unit);
    here[unit] += runningTotals[end - 1] - (start > 0 ? runningTotals[start - 1] : 0);
    runEnds.push(end);
    runUnits.push(unit);
  }
  if (list.isCutShort || steps.isCutShort || end !== runningTotals.length || listed !== numbers.length)
    return null;
  return {
    runEnds: Uint32Array.from(runEnds),
    runUnits: Uint32Array.from(runUnits),
    numbers: Float64Array.from(numbers),
    here,
    elsewhere: Float64Array.from(elsewhere),
    ratioClasses: Uint8Array.from(ratioClasses),
  };
}

export const bytesOfUnits = (units: TileUnits): number =>
  Object.values(units).reduce((sum: number, column: ArrayBufferView) => sum + column.byteLength, 0);

class Numbers {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get isCutShort(): boolean {
    return this.#at > this.#bytes.length;
  }

  next(): number {
    let number = 0;
    for (let place = 1; ; place *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      number += (byte & 0x7f) * place;
      if (byte < 0x80) return number;
    }
  }
}
