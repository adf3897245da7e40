/** Writes and reads count tiles: people by cell of the standard grid, read as cumulative sums, and for `living` their census units. */

import { ByteBuffer } from 'flatbuffers';
import { type Cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION, numberOfTile } from '../geo/cells.ts';
import { openTile, present, seal, type TileIdentity, type TileSetName } from './envelope.ts';
import { CountTile as CountTileTable } from './generated/count-tile.ts';
import type { Layer } from './tile-sets.ts';
import { bytesOfUnits, readUnits, type TileUnits, type UnitsToWrite, unitColumns } from './unit-runs.ts';
import { tableBytes } from './write-table.ts';

export const MILLIPERSONS = 1000;

export const wholePeople = (millipersons: number): number => Math.round(millipersons / MILLIPERSONS);

export interface CountTile {
  readonly cell: Cell;
  /** Cells have ascending keys by `keyBelow(cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)`. */
  readonly keys: Uint32Array;
  /** Running totals are thousandths of a person, each cell included. */
  readonly runningTotals: Uint32Array;
  /** Units are `null` for `working`. */
  readonly units: TileUnits | null;
  readonly byteLength: number;
}

const BYTES_PER_CELL = 2 * Uint32Array.BYTES_PER_ELEMENT;
const LEVELS = GRID_RESOLUTION - COUNT_TILE_RESOLUTION;
/** A byte of `children` has a bit for each of these children. */
const CHILDREN = 7;
const MOST_TOTAL = 0xffffffff;
const MOST_SHORT = 0xffff;

const identityOf = (tileSet: Layer, cell: Cell): TileIdentity => ({ kind: 'count', tileSet, cell });

/**
 * @param keys strictly ascending
 * @param millipersons integers of at least 1
 * @throws RangeError above 4,294,967 people
 */
export function writeCountTile(
  layer: Layer,
  cell: Cell,
  keys: readonly number[],
  millipersons: readonly number[],
  units: UnitsToWrite | null = null,
): Uint8Array {
  const total = millipersons.reduce((sum, people) => sum + people, 0);
  if (total > MOST_TOTAL) throw new RangeError(`Tile ${cell} holds ${total / MILLIPERSONS} people, too many`);
  const isLarge = (people: number): boolean => people > MOST_SHORT;
  const bytes = tableBytes(CountTileTable, 'CountTile', {
    children: treeOf(keys),
    people: Uint16Array.from(millipersons, (people) => (isLarge(people) ? 0 : people)),
    largePeople: Uint32Array.from(millipersons.filter(isLarge)),
    ...(units && unitColumns(numberOfTile(cell), units)),
  });
  return seal(identityOf(layer, cell), bytes);
}

export const readCountTile = (
  layer: Layer,
  cell: Cell,
  setName: TileSetName,
  sealed: Uint8Array,
): CountTile =>
  openTile(identityOf(layer, cell), setName, sealed, (payload) => {
    const table = CountTileTable.getRootAsCountTile(new ByteBuffer(payload));
    const people = present(table.peopleArray());
    const keys = keysIn(present(table.childrenArray()), people.length);
    const runningTotals = totalsOf(people, table.largePeopleArray() ?? new Uint32Array());
    const units = readUnits(table, runningTotals);
    const byteLength = keys.length * BYTES_PER_CELL + (units ? bytesOfUnits(units) : 0);
    return { cell, keys, runningTotals, units, byteLength };
  });

/** @returns breadth-first, a bit mask of occupied children by occupied cell above GRID_RESOLUTION */
function treeOf(keys: readonly number[]): Uint8Array {
  const levels: number[][] = [];
  for (let below = keys; levels.length < LEVELS; ) {
    const parents: number[] = [];
    const masks: number[] = [];
    for (const key of below) {
      if (parents.at(-1) !== key >>> 3) {
        parents.push(key >>> 3);
        masks.push(0);
      }
      masks[masks.length - 1] |= 1 << (key & 7);
    }
    levels.unshift(masks);
    below = parents;
  }
  return Uint8Array.from(levels.flat());
}

function keysIn(children: Uint8Array, cells: number): Uint32Array {
  let level = Uint32Array.of(0);
  let at = 0;
  for (let below = 1; below <= LEVELS; below++) {
    const next = new Uint32Array(below === LEVELS ? cells : level.length * CHILDREN);
    let count = 0;
    for (let i = 0; i < level.length; i++) {
      const first = level[i] * 8;
      for (let mask = children[at++]; mask > 0; mask &= mask - 1)
        next[count++] = first + 31 - Math.clz32(mask & -mask);
    }
    level = next.subarray(0, count);
  }
  return level;
}

function totalsOf(people: Uint16Array, large: Uint32Array): Uint32Array {
  const runningTotals = new Uint32Array(people.length);
  let total = 0;
  let next = 0;
  for (let i = 0; i < people.length; i++) {
    total += people[i] || large[next++];
    runningTotals[i] = total;
  }
  return runningTotals;
}
