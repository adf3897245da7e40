/** People per cell of the standard grid below one cell at COUNT_TILE_RESOLUTION. */

import { Builder, ByteBuffer } from 'flatbuffers';
import { type Cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION } from '../geo/cells.ts';
import { DamagedTile, seal, type TileIdentity, type TileSetName, unseal } from './envelope.ts';
import { CountTile as CountTileTable } from './generated/count-tile.ts';
import type { Layer } from './tile-sets.ts';

/** People are stored in thousandths, as integers. */
export const MILLIPERSONS = 1000;

/** A count tile, read in place. */
export interface CountTile {
  readonly cell: Cell;
  /** Occupied cells in ascending order: `keyBelow(cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)`. */
  readonly keys: Uint32Array;
  /** Thousandths of a person in each cell and all before it. */
  readonly runningTotals: Uint32Array;
  /** Bytes of the sealed tile. */
  readonly byteLength: number;
}

const KEY_LIMIT = 8 ** (GRID_RESOLUTION - COUNT_TILE_RESOLUTION);

const identityOf = (tileSet: Layer, cell: Cell): TileIdentity => ({
  kind: 'count',
  tileSet,
  cell,
});

/**
 * Writes a count tile.
 * @param keys occupied cells, strictly ascending
 * @param millipersons thousandths of a person in each of them, integers of at least 1
 * @throws RangeError where a tile would hold more than 4,294,967 people
 */
export function writeCountTile(
  layer: Layer,
  cell: Cell,
  keys: readonly number[],
  millipersons: readonly number[],
): Uint8Array {
  let total = 0;
  const runningTotals = millipersons.map((people) => {
    total += people;
    return total;
  });
  if (total > 0xffffffff) throw new RangeError(`Tile ${cell} holds ${total / MILLIPERSONS} people, too many`);
  const builder = new Builder(1024 + keys.length * 8);
  const keysVector = CountTileTable.createKeysVector(builder, Uint32Array.from(keys));
  const totalsVector = CountTileTable.createRunningTotalsVector(builder, Uint32Array.from(runningTotals));
  CountTileTable.startCountTile(builder);
  CountTileTable.addKeys(builder, keysVector);
  CountTileTable.addRunningTotals(builder, totalsVector);
  CountTileTable.finishCountTileBuffer(builder, CountTileTable.endCountTile(builder));
  return seal(identityOf(layer, cell), builder.asUint8Array());
}

/** @throws DamagedTile */
export function readCountTile(layer: Layer, cell: Cell, setName: TileSetName, sealed: Uint8Array): CountTile {
  const fail = (found: string): never => {
    throw new DamagedTile(`${layer} count`, `${cell}: ${found}`);
  };
  const buffer = new ByteBuffer(unseal(identityOf(layer, cell), setName, sealed));
  if (!CountTileTable.bufferHasIdentifier(buffer)) fail('no count tile inside');
  const table = CountTileTable.getRootAsCountTile(buffer);
  const keys = table.keysArray();
  const runningTotals = table.runningTotalsArray();
  if (!keys || !runningTotals || keys.length !== runningTotals.length) {
    return fail('as many running totals as keys expected');
  }
  if (keys.length > 0 && keys[keys.length - 1]! >= KEY_LIMIT) {
    fail('a key beyond its cells');
  }
  return { cell, keys, runningTotals, byteLength: sealed.byteLength };
}
