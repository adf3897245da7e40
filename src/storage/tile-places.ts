/** Says in which object each kind of tile is stored, of its own or in a pack, and how to decode it. */
import type { TileSetName } from '../format/envelope.ts';
import { type MaskTile, readMaskTile } from '../format/mask-tile.ts';
import { masksName, overviewName, packName, rootName, separatorsName } from '../format/object-keys.ts';
import { type OverviewTile, readOverviewTile } from '../format/overview-tile.ts';
import { readPack } from '../format/pack.ts';
import { masksPackOf } from '../format/road-model.ts';
import { type RoadTile, readRoadTile } from '../format/road-tile.ts';
import { readSeparatorTile, type SeparatorTile } from '../format/separator-tile.ts';
import type { Layer, TileSet, Travel } from '../format/tile-sets.ts';
import { type Cell, parentOf, ROAD_PACK_RESOLUTION, resolutionOf } from '../geo/cells.ts';

export interface PlacedTileSet<Set extends TileSet = TileSet> {
  readonly tileSet: Set;
  readonly name: TileSetName;
  readonly prefix: string;
}

export interface LoadedObject {
  readonly sealed: ReadonlyMap<Cell, Uint8Array>;
  readonly opened: Map<Cell, unknown>;
}

export interface TilePlace<Tile> {
  readonly cell: Cell;
  readonly key: string;
  readonly openObject: (bytes: Uint8Array) => LoadedObject;
  readonly openTile: (sealed: Uint8Array) => Tile;
  /** The tile owns memory, so it is cached separately. */
  readonly isUnpacked?: boolean;
}

const alone = <Tile>(key: string, cell: Cell, openTile: (sealed: Uint8Array) => Tile): TilePlace<Tile> => ({
  cell,
  key,
  openObject: (bytes) => ({ sealed: new Map([[cell, bytes]]), opened: new Map() }),
  openTile,
});

/** Returns the place of a tile that is stored in a pack. */
export const packedAt = <Tile>(
  { tileSet, name, prefix }: PlacedTileSet,
  pack: Cell,
  cell: Cell,
  openTile: (sealed: Uint8Array) => Tile,
  objectName = packName(pack),
): TilePlace<Tile> => ({
  cell,
  key: prefix + objectName,
  openObject: (bytes) => ({ sealed: readPack(tileSet, pack, name, bytes), opened: new Map() }),
  openTile,
});

export function separatorsAt(set: PlacedTileSet<Travel>, cell: Cell): TilePlace<SeparatorTile> {
  const open = (sealed: Uint8Array): SeparatorTile => readSeparatorTile(set.tileSet, cell, set.name, sealed);
  return resolutionOf(cell) === ROAD_PACK_RESOLUTION
    ? packedAt(set, cell, cell, open)
    : alone(set.prefix + separatorsName(cell), cell, open);
}

export const leafAt = (set: PlacedTileSet<Travel>, cell: Cell): TilePlace<RoadTile> =>
  packedAt(set, parentOf(cell, ROAD_PACK_RESOLUTION), cell, (sealed) =>
    readRoadTile(set.tileSet, cell, set.name, sealed),
  );

export const rootPageAt = (set: PlacedTileSet<Travel>, cell: Cell): TilePlace<SeparatorTile> =>
  alone(set.prefix + rootName(cell), cell, (sealed) =>
    readSeparatorTile(set.tileSet, cell, set.name, sealed, 'root'),
  );

export function masksAt(set: PlacedTileSet<Travel>, cell: Cell, pixels: number): TilePlace<MaskTile> {
  const pack = masksPackOf(set.tileSet, pixels, cell);
  const open = (sealed: Uint8Array): MaskTile => readMaskTile(set.tileSet, cell, set.name, pixels, sealed);
  return packedAt(set, pack, cell, open, masksName(pixels, pack));
}

export const overviewAt = (set: PlacedTileSet<Layer>, cell: Cell): TilePlace<OverviewTile> =>
  alone(set.prefix + overviewName(cell), cell, (sealed) =>
    readOverviewTile(set.tileSet, cell, set.name, sealed),
  );

export type TilesByPlace = ReadonlyMap<TilePlace<unknown>, unknown>;

/** Adds a tile to `tiles` if its object contains it. */
export function openInto(
  tiles: Map<TilePlace<unknown>, unknown>,
  place: TilePlace<unknown>,
  { sealed, opened }: LoadedObject,
): void {
  const { cell, openTile, isUnpacked } = place;
  const bytes = sealed.get(cell);
  if (!bytes) return;
  let tile = opened.get(cell);
  if (tile === undefined) {
    tile = openTile(bytes);
    if (!isUnpacked) opened.set(cell, tile);
  }
  tiles.set(place, tile);
}

/** Copies one tile out of an object, so that the object is freed. */
export function copyOf({ sealed }: LoadedObject, { cell }: TilePlace<unknown>): LoadedObject {
  const bytes = sealed.get(cell);
  return { sealed: new Map(bytes ? [[cell, bytes.slice()]] : []), opened: new Map() };
}

export function tilesAt<Tile>(places: readonly TilePlace<Tile>[], tiles: TilesByPlace): Map<Cell, Tile> {
  const byCell = new Map<Cell, Tile>();
  for (const place of places) {
    const tile = tiles.get(place);
    if (tile !== undefined) byCell.set(place.cell, tile as Tile);
  }
  return byCell;
}
