/**
 * Writes and reads overview tiles. One lists the count tiles below a cell with their people, and the people by tile of wide
 * census units, so that tiles inside a zone need not be read.
 */

import { ByteBuffer } from 'flatbuffers';
import { type Cell, COUNT_TILE_RESOLUTION, keyBelow, OVERVIEW_RESOLUTION } from '../geo/cells.ts';
import { openTile, present, seal, type TileIdentity, type TileSetName } from './envelope.ts';
import { OverviewTile as OverviewTileTable } from './generated/overview-tile.ts';
import type { Layer } from './tile-sets.ts';
import { ascending } from './unit-runs.ts';
import { tableBytes } from './write-table.ts';

export interface OverviewTile {
  readonly cell: Cell;
  /** Tiles have ascending keys by `keyBelow(tile, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION)`. */
  readonly keys: Uint32Array;
  /** Running totals are thousandths of a person, each tile included. */
  readonly runningTotals: Float64Array;
  readonly wideUnits: WideUnits;
  readonly byteLength: number;
}

/** Census units that lie in many tiles, with their people by tile. */
export interface WideUnits {
  /** Units have ascending numbers in the dataset. */
  readonly numbers: Uint32Array;
  /** Each unit's entries in the columns below end before this. */
  readonly ends: Uint32Array;
  /** Tiles are indexes into the overview's keys. */
  readonly tiles: Uint16Array;
  /** People are thousandths of a person. */
  readonly people: Uint32Array;
}

export const NONE_WIDE: WideUnits = {
  numbers: new Uint32Array(),
  ends: new Uint32Array(),
  tiles: new Uint16Array(),
  people: new Uint32Array(),
};

export interface PeopleOfWideUnit {
  readonly unit: number;
  readonly tile: Cell;
  readonly millipersons: number;
}

const identityOf = (tileSet: Layer, cell: Cell): TileIdentity => ({ kind: 'overview', tileSet, cell });

/**
 * @param keys strictly ascending
 * @param millipersons by tile
 */
export function writeOverviewTile(
  tileSet: Layer,
  cell: Cell,
  keys: readonly number[],
  millipersons: readonly number[],
  ofWideUnits: readonly PeopleOfWideUnit[] = [],
): Uint8Array {
  let total = 0;
  const runningTotals = millipersons.map((people) => {
    total += people;
    return total;
  });
  const placeOf = new Map(keys.map((key, i) => [key, i]));
  const byUnit = Map.groupBy(
    ofWideUnits.toSorted((a, b) => a.unit - b.unit || (a.tile < b.tile ? -1 : 1)),
    ({ unit }) => unit,
  );
  const entries = [...byUnit.values()];
  const bytes = tableBytes(OverviewTileTable, 'OverviewTile', {
    keys: Uint32Array.from(keys),
    runningTotals: Float64Array.from(runningTotals),
    wideUnits: Uint32Array.from(byUnit.keys()),
    wideUnitTiles: Uint16Array.from(entries, ({ length }) => length),
    wideTiles: Uint16Array.from(
      entries.flat(),
      ({ tile }) => placeOf.get(keyBelow(tile, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION))!,
    ),
    widePeople: Uint32Array.from(entries.flat(), (own) => own.millipersons),
  });
  return seal(identityOf(tileSet, cell), bytes);
}

export const readOverviewTile = (
  tileSet: Layer,
  cell: Cell,
  setName: TileSetName,
  sealed: Uint8Array,
): OverviewTile =>
  openTile(identityOf(tileSet, cell), setName, sealed, (payload) => {
    const table = OverviewTileTable.getRootAsOverviewTile(new ByteBuffer(payload));
    return {
      cell,
      keys: present(table.keysArray()),
      runningTotals: present(table.runningTotalsArray()),
      wideUnits: readWideUnits(table),
      byteLength: sealed.byteLength,
    };
  });

function readWideUnits(table: OverviewTileTable): WideUnits {
  const numbers = table.wideUnitsArray();
  if (!numbers) return NONE_WIDE;
  return {
    numbers,
    ends: ascending(present(table.wideUnitTilesArray())),
    tiles: present(table.wideTilesArray()),
    people: present(table.widePeopleArray()),
  };
}
