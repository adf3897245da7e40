/**
 * Writes and reads mask tiles: rasters of the distance to the roads of each road tile. An isochrone that reaches all roads of a
 * tile with the longest walk left draws its mask, for speed.
 */
import { ByteBuffer } from 'flatbuffers';
import type { Cell } from '../geo/cells.ts';
import { type BlockedSteps, blockedColumns, readBlockedSteps } from './blocked-steps.ts';
import { openTile, present, seal, type TileIdentity, type TileSetName } from './envelope.ts';
import { MaskTile as MaskTileTable } from './generated/mask-tile.ts';
import type { Travel } from './tile-sets.ts';
import { tableBytes } from './write-table.ts';

/** Value of a sample that no walk off the tile's roads reaches. */
export const NO_ROAD_NEAR = 255;
/** Barriers hide a road point from all samples around it, of which this one is the nearest. */
export const ROAD_BEHIND_BARRIER = 254;

/** Masks by child of the separator tile, as in schema/mask_tile.fbs. */
export interface MaskArrays {
  readonly pixels: number;
  /** Each mask begins at this north-west sample. */
  readonly column: Uint32Array;
  readonly row: Uint32Array;
  readonly width: Uint16Array;
  readonly height: Uint16Array;
  readonly walk: Int16Array;
  /** Child c has samples firstSample[c] to firstSample[c + 1] - 1. */
  readonly firstSample: Uint32Array;
  /** Each sample has the distance to the nearest road, or NO_ROAD_NEAR. */
  readonly distance: Uint8Array;
  /** Blocked steps around the roads of all children, absent if no barriers are near. */
  readonly blocked?: BlockedSteps | null;
}

export interface MaskTile extends MaskArrays {
  readonly cell: Cell;
  readonly byteLength: number;
}

const identityOf = (tileSet: Travel, cell: Cell): TileIdentity => ({ kind: 'masks', tileSet, cell });

export function writeMaskTile(travel: Travel, cell: Cell, arrays: MaskArrays): Uint8Array {
  const columns = { ...arrays, ...blockedColumns(arrays.blocked) };
  return seal(identityOf(travel, cell), tableBytes(MaskTileTable, 'MaskTile', columns));
}

/** @throws DamagedTile, also for masks of another grid */
export const readMaskTile = (
  travel: Travel,
  cell: Cell,
  setName: TileSetName,
  pixels: number,
  sealed: Uint8Array,
): MaskTile =>
  openTile(identityOf(travel, cell), setName, sealed, (payload) => {
    const table = MaskTileTable.getRootAsMaskTile(new ByteBuffer(payload));
    if (table.pixels() !== pixels) throw new RangeError(`${table.pixels()} pixels around the world`);
    return {
      cell,
      byteLength: sealed.byteLength,
      pixels,
      column: present(table.columnArray()),
      row: present(table.rowArray()),
      width: present(table.widthArray()),
      height: present(table.heightArray()),
      walk: present(table.walkArray()),
      firstSample: present(table.firstSampleArray()),
      distance: present(table.distanceArray()),
      blocked: readBlockedSteps(table),
    };
  });
