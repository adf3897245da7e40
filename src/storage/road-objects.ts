/** Which objects hold the road tiles of some cells, and the tiles in them. */
import type { TileSetName } from '../format/envelope.ts';
import { type MaskTile, readMaskTile } from '../format/mask-tile.ts';
import { masksName, packName, rootName, separatorsName } from '../format/object-keys.ts';
import { readPack } from '../format/pack.ts';
import { masksPackOf } from '../format/road-model.ts';
import { type RoadTile, readRoadTile } from '../format/road-tile.ts';
import { readRootPage, readSeparatorTile, type SeparatorTile } from '../format/separator-tile.ts';
import type { TileSet, Travel } from '../format/tile-sets.ts';
import { type Cell, parentOf, ROAD_PACK_RESOLUTION, resolutionOf } from '../geo/cells.ts';
import type { WantedObject } from './request-reads.ts';

/** Cells of some road tiles: separator tiles above, leaves at ROAD_TILE_RESOLUTION. */
export interface RoadCells {
  readonly separators: readonly Cell[];
  readonly leaves: readonly Cell[];
  /** Children of the root whose pages of the root are wanted. */
  readonly pages?: readonly Cell[];
  /** Parents of leaves, whose masks are wanted on the grid of so many pixels around the world. */
  readonly masks?: { readonly cells: readonly Cell[]; readonly pixels: number };
}

export interface RoadTilesRead {
  readonly separators: ReadonlyMap<Cell, SeparatorTile>;
  readonly leaves: ReadonlyMap<Cell, RoadTile>;
  readonly pages: ReadonlyMap<Cell, SeparatorTile>;
  readonly masks: ReadonlyMap<Cell, MaskTile>;
}

/** A pack in memory, its tiles opened as they are asked for. */
interface LoadedPack<Tile> {
  readonly sealed: ReadonlyMap<Cell, Uint8Array>;
  readonly opened: Map<Cell, Tile>;
}

type RoadObject = SeparatorTile | LoadedPack<RoadTile | SeparatorTile | MaskTile>;

/** Where wanted road tiles lie: the numbers of their objects among all that are wanted. */
export interface WantedRoads {
  readonly objects: readonly WantedObject<RoadObject>[];
  readonly pages: readonly number[];
  readonly separators: readonly number[];
  readonly leaves: readonly number[];
  readonly masks: readonly number[];
}

const NO_MASKS = { cells: [], pixels: 0 };

/**
 * The objects that hold some road tiles, each once.
 * @param prefix what the keys of the tile set begin with
 */
export function wantedRoads(
  travel: Travel,
  name: TileSetName,
  prefix: string,
  { separators, leaves, pages = [], masks }: RoadCells,
): WantedRoads {
  const objects: WantedObject<RoadObject>[] = [];
  const numbers = new Map<string, number>();
  const want = (key: string, open: (bytes: Uint8Array) => RoadObject): number => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = objects.push({ key, open }) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  const wantPack = (objectName: string, cell: Cell): number =>
    want(prefix + objectName, (bytes) => openPack(travel, cell, name, bytes));
  const { cells: maskCells, pixels } = masks ?? NO_MASKS;
  return {
    objects,
    masks: maskCells.map((cell) => {
      const pack = masksPackOf(travel, pixels, cell);
      return wantPack(masksName(pixels, pack), pack);
    }),
    pages: pages.map((cell) =>
      want(prefix + rootName(cell), (bytes) => readRootPage(travel, cell, name, bytes)),
    ),
    separators: separators.map((cell) =>
      resolutionOf(cell) === ROAD_PACK_RESOLUTION
        ? wantPack(packName(cell), cell)
        : want(prefix + separatorsName(cell), (bytes) => readSeparatorTile(travel, cell, name, bytes)),
    ),
    leaves: leaves.map((cell) => {
      const pack = parentOf(cell, ROAD_PACK_RESOLUTION);
      return wantPack(packName(pack), pack);
    }),
  };
}

/**
 * The tiles in objects that were read.
 * @param objects those of `wanted`, undefined for what does not exist
 * @throws DamagedTile
 */
export function openRoads(
  travel: Travel,
  name: TileSetName,
  cells: RoadCells,
  wanted: WantedRoads,
  objects: readonly (RoadObject | undefined)[],
): RoadTilesRead {
  const pages = new Map<Cell, SeparatorTile>();
  for (const [index, cell] of (cells.pages ?? []).entries()) {
    const page = objects[wanted.pages[index]] as SeparatorTile | undefined;
    if (page) pages.set(cell, page);
  }
  const separators = new Map<Cell, SeparatorTile>();
  for (const [index, cell] of cells.separators.entries()) {
    const object = objects[wanted.separators[index]];
    const tile =
      resolutionOf(cell) === ROAD_PACK_RESOLUTION
        ? tileIn(object as LoadedPack<SeparatorTile> | undefined, cell, (sealed) =>
            readSeparatorTile(travel, cell, name, sealed),
          )
        : (object as SeparatorTile | undefined);
    if (tile) separators.set(cell, tile);
  }
  const leaves = new Map<Cell, RoadTile>();
  for (const [index, cell] of cells.leaves.entries()) {
    const pack = objects[wanted.leaves[index]] as LoadedPack<RoadTile> | undefined;
    const tile = tileIn(pack, cell, (sealed) => readRoadTile(travel, cell, name, sealed));
    if (tile) leaves.set(cell, tile);
  }
  const { cells: maskCells, pixels } = cells.masks ?? NO_MASKS;
  const masks = new Map<Cell, MaskTile>();
  for (const [index, cell] of maskCells.entries()) {
    const pack = objects[wanted.masks[index]] as LoadedPack<MaskTile> | undefined;
    const tile = tileIn(pack, cell, (sealed) => readMaskTile(travel, cell, name, pixels, sealed));
    if (tile) masks.set(cell, tile);
  }
  return { separators, leaves, pages, masks };
}

const openPack = <Tile>(
  tileSet: TileSet,
  cell: Cell,
  setName: TileSetName,
  bytes: Uint8Array,
): LoadedPack<Tile> => ({
  sealed: readPack(tileSet, cell, setName, bytes),
  opened: new Map(),
});

/** A tile of a pack, opened once; undefined where there is no pack, or it has none for this cell. */
function tileIn<Tile>(
  pack: LoadedPack<Tile> | undefined,
  cell: Cell,
  open: (sealed: Uint8Array) => Tile,
): Tile | undefined {
  if (!pack) return undefined;
  const opened = pack.opened.get(cell);
  if (opened) return opened;
  const sealed = pack.sealed.get(cell);
  if (!sealed) return undefined;
  const tile = open(sealed);
  pack.opened.set(cell, tile);
  return tile;
}
