/**
 * Reads the tiles of one dataset version for one request: overviews say which tiles exist, packs hold them. Reads go
 * out together, so the number of rounds is the number of calls that found something not yet loaded.
 */
import { type CountTile, readCountTile } from '../format/count-tile.ts';
import type { StoredTileSets } from '../format/current.ts';
import { DamagedTile, type TileSetName } from '../format/envelope.ts';
import type { Manifest } from '../format/manifest.ts';
import { overviewName, packName, tileSetPrefix } from '../format/object-keys.ts';
import { type OverviewTile, readOverviewTile } from '../format/overview-tile.ts';
import { readPack } from '../format/pack.ts';
import type { Layer, TileSet, Travel } from '../format/tile-sets.ts';
import {
  type Cell,
  keyBelow,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  parentsOf,
} from '../geo/cells.ts';
import { firstIndexNotBelow, indexOfKey } from '../geo/sorted-keys.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import { type ReadWork, RequestReads } from './request-reads.ts';
import { openRoads, type RoadCells, type RoadTilesRead, wantedRoads } from './road-objects.ts';
import type { TileSource } from './tile-source.ts';

/** Reads road tiles; what an isochrone needs of a dataset. */
export interface RoadTiles {
  /**
   * All in one round of reads, those that are in memory without any.
   * @returns the tiles that there are: whether one that is absent should be there, its parent tells
   * @throws StorageUnavailable, DamagedTile, TooMuchToRead
   */
  readRoadTiles(travel: Travel, cells: RoadCells): Promise<RoadTilesRead>;
  /**
   * The same without reading.
   * @returns undefined where not all are in memory
   * @throws DamagedTile
   */
  roadTilesInMemory(travel: Travel, cells: RoadCells): RoadTilesRead | undefined;
}

/** Reads count tiles and overviews; what a count needs of a dataset. */
export interface CountTiles {
  /**
   * Overview tiles of a layer: they tell which tiles exist, and how many people each holds.
   * @param cells cells at OVERVIEW_RESOLUTION
   * @returns an overview for each cell where people are; in a cell that is absent there is nobody
   * @throws StorageUnavailable, DamagedTile, TooMuchToRead
   */
  readOverviews(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, OverviewTile>>;
  /**
   * @param cells cells at COUNT_TILE_RESOLUTION
   * @returns a tile for each cell where people are; in a cell that is absent there is nobody
   * @throws StorageUnavailable, DamagedTile, TooMuchToRead
   */
  readCountTiles(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, CountTile>>;
}

/** The tiles of one dataset version, for one request. */
export class DatasetReader implements RoadTiles, CountTiles {
  readonly manifest: Manifest;
  readonly #sets: StoredTileSets;
  readonly #reads: RequestReads;

  /** @param sets where the tile sets that the manifest names lie */
  constructor(manifest: Manifest, sets: StoredTileSets, source: TileSource, loaded: LoadedObjects) {
    this.manifest = manifest;
    this.#sets = sets;
    this.#reads = new RequestReads(source, loaded);
  }

  get work(): ReadWork {
    return this.#reads.work;
  }

  async readRoadTiles(travel: Travel, cells: RoadCells): Promise<RoadTilesRead> {
    const { name, prefix } = this.#placeOf(travel);
    const wanted = wantedRoads(travel, name, prefix, cells);
    return this.#tallied(openRoads(travel, name, cells, wanted, await this.#reads.load(wanted.objects)));
  }

  roadTilesInMemory(travel: Travel, cells: RoadCells): RoadTilesRead | undefined {
    const { name, prefix } = this.#placeOf(travel);
    const wanted = wantedRoads(travel, name, prefix, cells);
    const objects = this.#reads.inMemory(wanted.objects);
    return objects.includes(undefined)
      ? undefined
      : this.#tallied(openRoads(travel, name, cells, wanted, objects));
  }

  /** Adds tiles to what the request has cost. */
  #tallied(read: RoadTilesRead): RoadTilesRead {
    this.work.tiles += Object.values(read).reduce((sum, { size }) => sum + size, 0);
    return read;
  }

  /** Where the objects of a tile set lie. @returns `prefix`: what their keys begin with */
  #placeOf(tileSet: TileSet): { readonly name: TileSetName; readonly prefix: string } {
    const stored = this.#sets[tileSet];
    if (!stored) throw new RangeError(`${this.manifest.version} has no tile set ${tileSet}`);
    return { name: stored.name, prefix: tileSetPrefix(tileSet, stored) };
  }

  async readCountTiles(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, CountTile>> {
    const overviews = await this.readOverviews(layer, parentsOf(cells, OVERVIEW_RESOLUTION));
    const existing = cells.filter((cell) => exists(overviews.get(parentOf(cell, OVERVIEW_RESOLUTION)), cell));
    if (existing.length === 0) return new Map();
    const { name, prefix } = this.#placeOf(layer);
    // Tiles are unpacked, which takes memory of its own: they are kept beside their packs.
    const keyOf = (cell: Cell): string => `${prefix}${cell}`;
    const tiles = new Map<Cell, CountTile>();
    for (const cell of existing) {
      const tile = this.#reads.kept<CountTile>(keyOf(cell));
      if (tile) tiles.set(cell, tile);
    }
    const packed = existing.filter((cell) => !tiles.has(cell));
    const packCells = parentsOf(packed, PACK_RESOLUTION);
    const packs = byCell(
      packCells,
      await this.#reads.load<ReadonlyMap<Cell, Uint8Array>>(
        packCells.map((cell) => ({
          key: prefix + packName(cell),
          open: (bytes) => readPack(layer, cell, name, bytes),
        })),
      ),
    );
    for (const cell of packed) {
      const pack = packs.get(parentOf(cell, PACK_RESOLUTION));
      if (!pack) throw new DamagedTile(`${layer} pack`, `of ${cell} is missing, which is listed`);
      const sealed = pack.get(cell);
      if (!sealed) throw new DamagedTile(`${layer} pack`, `lacks ${cell}, which is listed`);
      const tile = readCountTile(layer, cell, name, sealed);
      this.#reads.keep(keyOf(cell), tile, tile.byteLength);
      tiles.set(cell, tile);
    }
    this.work.tiles += tiles.size;
    return tiles;
  }

  /** Prefetches what counts need below some cells at ROAD_PACK_RESOLUTION, as far as there are people. */
  async prefetchCounts(layer: Layer, cells: readonly Cell[]): Promise<void> {
    const overviews = await this.readOverviews(layer, parentsOf(cells, OVERVIEW_RESOLUTION));
    const { prefix } = this.#placeOf(layer);
    const packs = parentsOf(cells, PACK_RESOLUTION).filter((pack) => {
      const overview = overviews.get(parentOf(pack, OVERVIEW_RESOLUTION));
      return overview !== undefined && holdsTilesOf(overview, pack);
    });
    this.#reads.prefetch(packs.map((pack) => prefix + packName(pack)));
  }

  async readOverviews(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, OverviewTile>> {
    const listed = new Set(this.manifest[layer]?.overviews);
    const existing = cells.filter((cell) => listed.has(cell));
    if (existing.length === 0) return new Map();
    const { name, prefix } = this.#placeOf(layer);
    const objects = await this.#reads.load<OverviewTile>(
      existing.map((cell) => ({
        key: prefix + overviewName(cell),
        open: (bytes) => readOverviewTile(layer, cell, name, bytes),
      })),
    );
    const overviews = byCell(existing, objects);
    for (const cell of existing) {
      if (!overviews.has(cell)) throw new DamagedTile(`${layer} overview`, `${cell} is listed but missing`);
    }
    return overviews;
  }

  /** Drops what this request used from memory, so that it is read again: some of it is damaged. */
  dropUsed(): void {
    this.#reads.drop();
  }
}

/** Those that exist, by cell. @param values one for each of the cells, and maybe further ones */
function byCell<Value>(cells: readonly Cell[], values: readonly (Value | undefined)[]): Map<Cell, Value> {
  const map = new Map<Cell, Value>();
  for (let i = 0; i < cells.length; i++) {
    const value = values[i];
    if (value !== undefined) map.set(cells[i], value);
  }
  return map;
}

function holdsTilesOf({ keys, tileResolution }: OverviewTile, pack: Cell): boolean {
  const width = 8 ** (tileResolution - PACK_RESOLUTION);
  const first = keyBelow(pack, OVERVIEW_RESOLUTION, PACK_RESOLUTION) * width;
  return keys[firstIndexNotBelow(keys, first)] < first + width;
}

function exists(overview: OverviewTile | undefined, cell: Cell): boolean {
  if (!overview) return false;
  const key = keyBelow(cell, OVERVIEW_RESOLUTION, overview.tileResolution);
  return indexOfKey(overview.keys, key) >= 0;
}
