/**
 * Writes and reads which census unit each cell of a `living` tile belongs to, in runs, and where else the units have people.
 * Error intervals need both, see FORMAT.md.
 */
import type { TileNumber } from '../geo/cells.ts';
import { present } from './envelope.ts';
import type { CountTile as CountTileTable } from './generated/count-tile.ts';

export interface TileUnits {
  /** Each run of cells of one unit ends before this; ends ascend. */
  readonly runEnds: Uint32Array;
  /** Each run has this unit, an index into the columns below. */
  readonly runUnits: Uint16Array;
  /** Running totals are thousandths of a person at each run's end. */
  readonly runTotals: Uint32Array;
  /** A unit has this number in the dataset, or {@link WHOLE} if it lies within this tile. */
  readonly numbers: Uint32Array;
  /** A unit has these thousandths of a person in this tile. */
  readonly here: Float64Array;
  /** Class of each unit's observed-to-expected ratio, see {@link ratioClass}. */
  readonly ratioClasses: Uint8Array;
  /** Each unit's other tiles in the columns below end before this. */
  readonly otherEnds: Uint32Array;
  /** A wide unit has {@link ALL_OTHERS} here. */
  readonly otherTiles: Uint32Array;
  /** Thousandths of a person. */
  readonly otherPeople: Uint32Array;
}

export interface UnitsToWrite {
  /** Number of the unit of each cell. */
  readonly of: ArrayLike<number>;
  /** People of a unit by tile, at least one thousandth in each; this tile may be among them. */
  readonly tilesOf: (unit: number) => ReadonlyMap<TileNumber, number>;
  readonly ratioClassOf: (unit: number) => number;
}

/** The observed-to-expected ratio (census people over those that mapped homes would house) has this many classes. */
const RATIO_CLASSES = 8;
const CLASSES_A_DOUBLING = 2;

/** @param ratio observed-to-expected; below 1 counts as 1 */
export const ratioClass = (ratio: number): number =>
  Math.min(RATIO_CLASSES - 1, Math.max(0, Math.round(CLASSES_A_DOUBLING * Math.log2(ratio))));

export const ratioOfClass = (own: number): number => 2 ** (own / CLASSES_A_DOUBLING);

export const WHOLE = 0xffffffff;
/** This stands for all other tiles of a wide unit, which overviews list. */
export const ALL_OTHERS = 0xffffffff;
const MOST_NUMBER = 0xffffffff;
const MOST_SHORT = 0xffff;
/** A unit with more tiles is wide: if each tile listed all others, bytes would grow with their square. */
const MOST_TILES = 16;

/** Tells whether a unit lies in enough tiles for overviews to list its people. */
export const isWide = (tiles: ReadonlyMap<TileNumber, number>): boolean => tiles.size > MOST_TILES;

/** @throws RangeError for more than 65,536 units */
export function unitColumns(tile: TileNumber, { of: unitOf, tilesOf, ratioClassOf }: UnitsToWrite) {
  const runCells: number[] = [];
  const runUnits: number[] = [];
  const places = new Map<number, number>();
  for (let start = 0, end = 0; start < unitOf.length; start = end) {
    const unit = unitOf[start];
    while (end < unitOf.length && unitOf[end] === unit && end - start < MOST_SHORT) end++;
    const place = places.get(unit) ?? places.size;
    places.set(unit, place);
    runCells.push(end - start);
    runUnits.push(place);
  }
  if (places.size > MOST_SHORT + 1) throw new RangeError(`${places.size} census units in one tile, too many`);
  const units = [...places.keys()];
  const others = units.map((unit) => othersOf(tile, tilesOf(unit)));
  const entries = others.flat();
  return {
    runCells: Uint16Array.from(runCells),
    runUnits: Uint16Array.from(runUnits),
    unitNumbers: Uint32Array.from(units, (unit, place) => (others[place].length === 0 ? WHOLE : unit)),
    unitClasses: Uint8Array.from(units, ratioClassOf),
    unitOthers: Uint8Array.from(others, ({ length }) => length),
    otherTiles: Uint32Array.from(entries, ([other]) => other),
    otherPeople: Uint32Array.from(entries, ([, own]) => own),
  };
}

function othersOf(
  tile: TileNumber,
  tiles: ReadonlyMap<TileNumber, number>,
): [tile: TileNumber, millipersons: number][] {
  const others = [...tiles].filter(([other]) => other !== tile);
  if (!isWide(tiles)) return others.sort(([a], [b]) => a - b);
  const all: [TileNumber, number][] = [];
  let rest = others.reduce((sum, [, own]) => sum + own, 0);
  for (; rest > 0; rest -= all.at(-1)![1]) all.push([ALL_OTHERS, Math.min(rest, MOST_NUMBER)]);
  return all;
}

/** @param runningTotals cumulative thousandths of a person */
export function readUnits(table: CountTileTable, runningTotals: Uint32Array): TileUnits | null {
  const runCells = table.runCellsArray();
  if (!runCells) return null;
  const runUnits = present(table.runUnitsArray());
  const numbers = present(table.unitNumbersArray());
  const ratioClasses = present(table.unitClassesArray());
  const otherTiles = present(table.otherTilesArray());
  const otherPeople = present(table.otherPeopleArray());
  const runEnds = ascending(runCells);
  const otherEnds = ascending(present(table.unitOthersArray()));
  const runTotals = new Uint32Array(runEnds.length);
  const here = new Float64Array(numbers.length);
  for (let run = 0, before = 0; run < runEnds.length; run++) {
    runTotals[run] = runningTotals[runEnds[run] - 1];
    here[runUnits[run]] += runTotals[run] - before;
    before = runTotals[run];
  }
  return {
    ...{ runEnds, runTotals, here, otherEnds },
    runUnits: runUnits.slice(),
    numbers: numbers.slice(),
    ratioClasses: ratioClasses.slice(),
    otherTiles: otherTiles.slice(),
    otherPeople: otherPeople.slice(),
  };
}

/** @returns running sums of counts */
export function ascending(counts: Uint8Array | Uint16Array): Uint32Array {
  const sums = new Uint32Array(counts.length);
  for (let i = 0, sum = 0; i < counts.length; i++) sums[i] = sum += counts[i];
  return sums;
}

const firstOther = ({ otherEnds }: TileUnits, unit: number): number => (unit > 0 ? otherEnds[unit - 1] : 0);

/** Sums the thousandths of a person of a unit in other tiles. */
export function elsewhereOf(units: TileUnits, unit: number): number {
  let sum = 0;
  for (let i = firstOther(units, unit); i < units.otherEnds[unit]; i++) sum += units.otherPeople[i];
  return sum;
}

/** Tells whether overviews list the unit's people by tile. */
export function isWideUnit(units: TileUnits, unit: number): boolean {
  const first = firstOther(units, unit);
  return first < units.otherEnds[unit] && units.otherTiles[first] === ALL_OTHERS;
}

export const bytesOfUnits = (units: TileUnits): number =>
  Object.values(units).reduce((sum: number, column: ArrayBufferView) => sum + column.byteLength, 0);
