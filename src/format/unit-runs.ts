/** Census units of a living tile's cells, run-length and move-to-front encoded, with their people by other tile. See FORMAT.md. */
import { TILE_NUMBERS, type TileNumber } from '../geo/cells.ts';
import { ExpGolombReader, ExpGolombWriter } from './exp-golomb.ts';

export interface TileUnits {
  /** End of each run of cells of one unit, exclusive, ascending. */
  readonly runEnds: Uint32Array;
  /** Unit of each run, an index into the columns below. */
  readonly runUnits: Uint32Array;
  /** Cumulative thousandths of a person at each run's end. */
  readonly runTotals: Uint32Array;
  /** Number in the dataset; {@link WHOLE} for a unit within this tile. */
  readonly numbers: Float64Array;
  /** Thousandths of a person in this tile. */
  readonly here: Float64Array;
  readonly ratioClasses: Uint8Array;
  /** End of each unit's other tiles in the columns below, exclusive. */
  readonly otherEnds: Uint32Array;
  readonly otherTiles: Uint32Array;
  /** Thousandths of a person. */
  readonly otherPeople: Float64Array;
}

export interface UnitsToWrite {
  readonly of: ArrayLike<number>;
  /** Thousandths of a person by other tile, at least 1. */
  readonly elsewhereOf: (unit: number) => ReadonlyMap<TileNumber, number>;
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
const PEOPLE_ORDER = 15;

export function writeUnits(
  tile: TileNumber,
  { of: unitOf, elsewhereOf, ratioClassOf }: UnitsToWrite,
): number[] {
  const codes = new ExpGolombWriter();
  const recent: number[] = [];
  const placeOf = new Map<TileNumber, number>();
  for (let start = 0, end = 0; start < unitOf.length; start = end) {
    const unit = unitOf[start];
    while (end < unitOf.length && unitOf[end] === unit) end++;
    const rank = recent.indexOf(unit);
    if (rank < 0) {
      const elsewhere = [...elsewhereOf(unit)].sort(([a], [b]) => a - b);
      codes.push(FIRST);
      codes.push(ratioClassOf(unit));
      codes.push(elsewhere.length);
      if (elsewhere.length > 0) codes.push(unit);
      for (const [other, millipersons] of elsewhere) {
        const known = placeOf.get(other);
        codes.push(known ?? placeOf.size);
        if (known === undefined) {
          codes.push((tile ^ other) - 1);
          placeOf.set(other, placeOf.size);
        }
        codes.push(millipersons - 1, PEOPLE_ORDER);
      }
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
export function readUnits(tile: TileNumber, bytes: Uint8Array, runningTotals: Uint32Array): TileUnits | null {
  const codes = new ExpGolombReader(bytes);
  const numbers: number[] = [];
  const here: number[] = [];
  const others = new OtherTiles(tile);
  const otherEnds: number[] = [];
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
      const tiles = codes.next();
      numbers.push(tiles === 0 ? WHOLE : codes.next());
      if (!others.read(tiles, codes)) return null;
      otherEnds.push(others.tiles.length);
      here.push(0);
      recent.push(unit);
    } else {
      const rank = code === BEFORE ? 1 : code;
      if (rank >= recent.length) return null;
      unit = moveToEnd(recent, recent.length - 1 - rank);
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
    runTotals: Uint32Array.from(runEnds, (end) => runningTotals[end - 1]),
    numbers: Float64Array.from(numbers),
    here: Float64Array.from(here),
    ratioClasses: Uint8Array.from(ratioClasses),
    otherEnds: Uint32Array.from(otherEnds),
    otherTiles: Uint32Array.from(others.tiles),
    otherPeople: Float64Array.from(others.people),
  };
}

function moveToEnd(list: number[], from: number): number {
  const moved = list[from];
  for (let place = from; place < list.length - 1; place++) list[place] = list[place + 1];
  list[list.length - 1] = moved;
  return moved;
}

class OtherTiles {
  readonly tiles: TileNumber[] = [];
  readonly people: number[] = [];
  readonly #own: TileNumber;
  readonly #known: TileNumber[] = [];

  constructor(own: TileNumber) {
    this.#own = own;
  }

  /** `false` if damaged. */
  read(tiles: number, codes: ExpGolombReader): boolean {
    for (let more = tiles; more > 0; more--) {
      const place = codes.next();
      if (place > this.#known.length || codes.isCutShort) return false;
      if (place === this.#known.length) {
        const difference = codes.next() + 1;
        if (difference >= TILE_NUMBERS) return false;
        this.#known.push(this.#own ^ difference);
      }
      this.tiles.push(this.#known[place]);
      this.people.push(codes.next(PEOPLE_ORDER) + 1);
    }
    return true;
  }
}

/** Thousandths of a person of a unit in other tiles. */
export function elsewhereOf({ otherEnds, otherPeople }: TileUnits, unit: number): number {
  let sum = 0;
  for (let i = unit > 0 ? otherEnds[unit - 1] : 0; i < otherEnds[unit]; i++) sum += otherPeople[i];
  return sum;
}

export const bytesOfUnits = (units: TileUnits): number =>
  Object.values(units).reduce((sum: number, column: ArrayBufferView) => sum + column.byteLength, 0);
