/** Overview tile: lists the tiles below a cell at OVERVIEW_RESOLUTION, with their people. */

import { Builder, ByteBuffer } from 'flatbuffers';
import { type Cell, OVERVIEW_RESOLUTION } from '../geo/cells.ts';
import { DamagedTile, seal, type TileIdentity, type TileSetName, unseal } from './envelope.ts';
import { OverviewTile as OverviewTileTable } from './generated/overview-tile.ts';
import { LAYERS, type TileSet } from './tile-sets.ts';

export interface OverviewTile {
  readonly cell: Cell;
  readonly tileResolution: number;
  /** Tiles by `keyBelow(tile, OVERVIEW_RESOLUTION, tileResolution)`, ascending. */
  readonly keys: Uint32Array;
  /** Cumulative thousandths of a person, inclusive; empty for roads. */
  readonly runningTotals: Float64Array;
  readonly byteLength: number;
}

const identityOf = (tileSet: TileSet, cell: Cell): TileIdentity => ({
  kind: 'overview',
  tileSet,
  cell,
});

/**
 * @param keys strictly ascending
 * @param millipersons by tile; empty for roads
 */
export function writeOverviewTile(
  tileSet: TileSet,
  cell: Cell,
  tileResolution: number,
  keys: readonly number[],
  millipersons: readonly number[],
): Uint8Array {
  let total = 0;
  const runningTotals = millipersons.map((people) => {
    total += people;
    return total;
  });
  const builder = new Builder(1024 + keys.length * 12);
  const keysVector = OverviewTileTable.createKeysVector(builder, Uint32Array.from(keys));
  const totalsVector = OverviewTileTable.createRunningTotalsVector(builder, Float64Array.from(runningTotals));
  OverviewTileTable.startOverviewTile(builder);
  OverviewTileTable.addTileResolution(builder, tileResolution);
  OverviewTileTable.addKeys(builder, keysVector);
  OverviewTileTable.addRunningTotals(builder, totalsVector);
  OverviewTileTable.finishOverviewTileBuffer(builder, OverviewTileTable.endOverviewTile(builder));
  return seal(identityOf(tileSet, cell), builder.asUint8Array());
}

export function readOverviewTile(
  tileSet: TileSet,
  cell: Cell,
  setName: TileSetName,
  sealed: Uint8Array,
): OverviewTile {
  const fail = (found: string): never => {
    throw new DamagedTile(`${tileSet} overview`, `${cell}: ${found}`);
  };
  const buffer = new ByteBuffer(unseal(identityOf(tileSet, cell), setName, sealed));
  if (!OverviewTileTable.bufferHasIdentifier(buffer)) {
    fail('no overview tile inside');
  }
  const table = OverviewTileTable.getRootAsOverviewTile(buffer);
  const tileResolution = table.tileResolution();
  const keys = table.keysArray();
  const runningTotals = table.runningTotalsArray();
  const hasTotals = (LAYERS as readonly TileSet[]).includes(tileSet) || (runningTotals?.length ?? 0) > 0;
  if (!keys || !runningTotals || (hasTotals && runningTotals.length !== keys.length)) {
    return fail('as many running totals as keys expected');
  }
  if (keys.length > 0 && keys[keys.length - 1] >= 8 ** (tileResolution - OVERVIEW_RESOLUTION)) {
    fail('a key beyond its cells');
  }
  return { cell, tileResolution, keys, runningTotals, byteLength: sealed.byteLength };
}
