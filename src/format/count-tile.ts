/**
 * Count tile: people by cell of the standard grid and, for `living`, census units; written as exponential Golomb codes, read as
 * cumulative sums.
 */

import { Builder, ByteBuffer } from 'flatbuffers';
import { type Cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION, numberOfTile } from '../geo/cells.ts';
import { DamagedTile, seal, type TileIdentity, type TileSetName, unseal } from './envelope.ts';
import { ExpGolombReader, ExpGolombWriter, MOST_ORDER, shortestOrder } from './exp-golomb.ts';
import { CountTile as CountTileTable } from './generated/count-tile.ts';
import type { Layer } from './tile-sets.ts';
import { bytesOfUnits, readUnits, type TileUnits, type UnitsToWrite, writeUnits } from './unit-runs.ts';

export const MILLIPERSONS = 1000;

export const wholePeople = (millipersons: number): number => Math.round(millipersons / MILLIPERSONS);

export interface CountTile {
  readonly cell: Cell;
  /** Cells by `keyBelow(cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)`, ascending. */
  readonly keys: Uint32Array;
  /** Cumulative thousandths of a person, inclusive. */
  readonly runningTotals: Uint32Array;
  /** `null` for `working`. */
  readonly units: TileUnits | null;
  readonly byteLength: number;
}

const BYTES_PER_CELL = 2 * Uint32Array.BYTES_PER_ELEMENT;
const KEY_LIMIT = 8 ** (GRID_RESOLUTION - COUNT_TILE_RESOLUTION);

const identityOf = (tileSet: Layer, cell: Cell): TileIdentity => ({
  kind: 'count',
  tileSet,
  cell,
});

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
  if (total > 0xffffffff) throw new RangeError(`Tile ${cell} holds ${total / MILLIPERSONS} people, too many`);
  const order = shortestOrder(millipersons.map((people) => people - 1));
  const codes = new ExpGolombWriter();
  for (const [index, key] of keys.entries()) {
    codes.push(key - (keys[index - 1] ?? -1) - 1);
    codes.push(millipersons[index] - 1, order);
  }
  const bytes = codes.finish();
  const builder = new Builder(1024 + bytes.length);
  const people = CountTileTable.createPeopleVector(builder, bytes);
  const unitsVector =
    units && CountTileTable.createUnitsVector(builder, writeUnits(numberOfTile(cell), units));
  CountTileTable.startCountTile(builder);
  CountTileTable.addCells(builder, keys.length);
  CountTileTable.addPeople(builder, people);
  CountTileTable.addOrder(builder, order);
  if (unitsVector !== null) CountTileTable.addUnits(builder, unitsVector);
  CountTileTable.finishCountTileBuffer(builder, CountTileTable.endCountTile(builder));
  return seal(identityOf(layer, cell), builder.asUint8Array());
}

export function readCountTile(layer: Layer, cell: Cell, setName: TileSetName, sealed: Uint8Array): CountTile {
  const fail = (found: string): never => {
    throw new DamagedTile(`${layer} count`, `${cell}: ${found}`);
  };
  const buffer = new ByteBuffer(unseal(identityOf(layer, cell), setName, sealed));
  if (!CountTileTable.bufferHasIdentifier(buffer)) fail('no count tile inside');
  const table = CountTileTable.getRootAsCountTile(buffer);
  const people = table.peopleArray();
  const [cells, order] = [table.cells(), table.order()];
  // A cell takes two bits and its lowest ones: bounds the arrays of a damaged tile.
  if (!people || order > MOST_ORDER || (2 + order) * cells > 8 * people.length)
    return fail('too short for its cells');
  const keys = new Uint32Array(cells);
  const runningTotals = new Uint32Array(cells);
  const codes = new ExpGolombReader(people);
  let key = -1;
  let total = 0;
  for (let index = 0; index < cells; index++) {
    key += codes.next() + 1;
    total += codes.next(order) + 1;
    keys[index] = key;
    runningTotals[index] = total;
  }
  if (!codes.isAtEnd || key >= KEY_LIMIT || total > 0xffffffff) fail('keys or people beyond its cells');
  const list = table.unitsArray();
  const units = list && readUnits(numberOfTile(cell), list, runningTotals);
  if (list && units === null) fail('census units that are not those of its cells');
  return {
    ...{ cell, keys, runningTotals, units },
    byteLength: cells * BYTES_PER_CELL + (units ? bytesOfUnits(units) : 0),
  };
}
