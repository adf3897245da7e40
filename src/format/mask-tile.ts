/**
 * Mask tile: rasters of the distance to the nearest road, one a road tile, drawn where all its roads are reached with the
 * longest walk left.
 */
import { Builder, ByteBuffer } from 'flatbuffers';
import type { Cell } from '../geo/cells.ts';
import { DamagedTile, presentIn, seal, type TileIdentity, type TileSetName, unseal } from './envelope.ts';
import { MaskTile as MaskTileTable } from './generated/mask-tile.ts';
import type { Travel } from './tile-sets.ts';

export const NO_ROAD_NEAR = 255;

/** By child of the separator tile, as in schema/mask_tile.fbs. */
export interface MaskArrays {
  readonly pixels: number;
  /** North-west sample of each mask. */
  readonly column: Uint32Array;
  readonly row: Uint32Array;
  readonly width: Uint16Array;
  readonly height: Uint16Array;
  readonly walk: Int16Array;
  /** Samples of child c: firstSample[c] to firstSample[c + 1] - 1. */
  readonly firstSample: Uint32Array;
  /** To the nearest road, or NO_ROAD_NEAR. */
  readonly distance: Uint8Array;
}

export interface MaskTile extends MaskArrays {
  readonly cell: Cell;
  readonly byteLength: number;
}

const identityOf = (tileSet: Travel, cell: Cell): TileIdentity => ({
  kind: 'masks',
  tileSet,
  cell,
});

export function writeMaskTile(travel: Travel, cell: Cell, arrays: MaskArrays): Uint8Array {
  const builder = new Builder(4096 + arrays.distance.length);
  const column = MaskTileTable.createColumnVector(builder, arrays.column);
  const row = MaskTileTable.createRowVector(builder, arrays.row);
  const width = MaskTileTable.createWidthVector(builder, arrays.width);
  const height = MaskTileTable.createHeightVector(builder, arrays.height);
  const walk = MaskTileTable.createWalkVector(builder, arrays.walk);
  const firstSample = MaskTileTable.createFirstSampleVector(builder, arrays.firstSample);
  const distance = MaskTileTable.createDistanceVector(builder, arrays.distance);
  MaskTileTable.startMaskTile(builder);
  MaskTileTable.addPixels(builder, arrays.pixels);
  MaskTileTable.addColumn(builder, column);
  MaskTileTable.addRow(builder, row);
  MaskTileTable.addWidth(builder, width);
  MaskTileTable.addHeight(builder, height);
  MaskTileTable.addWalk(builder, walk);
  MaskTileTable.addFirstSample(builder, firstSample);
  MaskTileTable.addDistance(builder, distance);
  MaskTileTable.finishMaskTileBuffer(builder, MaskTileTable.endMaskTile(builder));
  return seal(identityOf(travel, cell), builder.asUint8Array());
}

/** @throws DamagedTile, also for masks of another grid */
export function readMaskTile(
  travel: Travel,
  cell: Cell,
  setName: TileSetName,
  pixels: number,
  sealed: Uint8Array,
): MaskTile {
  const buffer = new ByteBuffer(unseal(identityOf(travel, cell), setName, sealed));
  if (!MaskTileTable.bufferHasIdentifier(buffer))
    throw new DamagedTile(`${travel} masks`, `${cell}: no mask tile inside`);
  const table = MaskTileTable.getRootAsMaskTile(buffer);
  const present = presentIn(`${travel} masks`, cell);
  const tile: MaskTile = {
    cell,
    byteLength: sealed.byteLength,
    pixels: table.pixels(),
    column: present(table.columnArray()),
    row: present(table.rowArray()),
    width: present(table.widthArray()),
    height: present(table.heightArray()),
    walk: present(table.walkArray()),
    firstSample: present(table.firstSampleArray()),
    distance: present(table.distanceArray()),
  };
  if (tile.pixels !== pixels)
    throw new DamagedTile(`${travel} masks`, `${cell}: ${tile.pixels} pixels around the world`);
  checkLengths(travel, tile);
  return tile;
}

function checkLengths(travel: Travel, tile: MaskTile): void {
  const children = tile.column.length;
  const fits =
    tile.row.length === children &&
    tile.width.length === children &&
    tile.height.length === children &&
    tile.walk.length === children &&
    tile.firstSample.length === children + 1 &&
    tile.firstSample[children] === tile.distance.length &&
    tile.width.every(
      (width, child) => tile.firstSample[child + 1] - tile.firstSample[child] === width * tile.height[child],
    );
  if (!fits)
    throw new DamagedTile(`${travel} masks`, `${tile.cell}: the lengths of its arrays do not fit together`);
}
