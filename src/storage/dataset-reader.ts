/**
 * Reads the tiles of one dataset version for one request: overviews say which tiles exist, packs hold them. Reads go
 * out together, so the number of rounds is the number of calls that found something not yet loaded.
 */
import { cellToParent } from 'h3-js';
import { type CountTile, readCountTile } from '../format/count-tile.ts';
import { DamagedTile } from '../format/envelope.ts';
import type { Layer, Manifest } from '../format/manifest.ts';
import { overviewKey, packKey, type TileSet } from '../format/object-keys.ts';
import { type OverviewTile, readOverviewTile } from '../format/overview-tile.ts';
import { readPack } from '../format/pack.ts';
import { type RoadTile, readRoadTile, type Travel } from '../format/road-tile.ts';
import { type Cell, keyBelow, OVERVIEW_RESOLUTION, PACK_RESOLUTION, parentsOf } from '../geo/cells.ts';
import { indexOfKey } from '../geo/sorted-keys.ts';
import { MAX_BYTES_PER_REQUEST, MAX_READS_AT_ONCE, MAX_READS_PER_REQUEST } from '../limits.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { TileSource } from './tile-source.ts';

/** What reading cost a request. */
export interface ReadWork {
  tiles: number;
  objects: number;
  /** Serial rounds of reads: each waits for the one before. */
  rounds: number;
  bytes: number;
}

/** A request needs more data than one request may read. */
export class TooMuchToRead extends Error {
  override readonly name = 'TooMuchToRead';
}

/** Reads road tiles; what an isochrone needs of a dataset. */
export interface RoadTiles {
  /**
   * @param cells cells at ROAD_TILE_RESOLUTION
   * @returns a tile for each cell that has roads; a cell that is absent has none
   * @throws StorageUnavailable, DamagedTile, TooMuchToRead
   */
  readRoadTiles(travel: Travel, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, RoadTile>>;
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

/** A pack in memory, its tiles opened as they are asked for. */
interface LoadedPack<Tile> {
  readonly sealed: ReadonlyMap<Cell, Uint8Array>;
  readonly opened: Map<Cell, Tile>;
}

export class DatasetReader implements RoadTiles, CountTiles {
  readonly manifest: Manifest;
  readonly work: ReadWork = { tiles: 0, objects: 0, rounds: 0, bytes: 0 };
  readonly #source: TileSource;
  readonly #loaded: LoadedObjects;

  constructor(manifest: Manifest, source: TileSource, loaded: LoadedObjects) {
    this.manifest = manifest;
    this.#source = source;
    this.#loaded = loaded;
  }

  readRoadTiles(travel: Travel, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, RoadTile>> {
    return this.#readTiles(travel, this.manifest.roads[travel].overviews, cells, readRoadTile);
  }

  readCountTiles(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, CountTile>> {
    return this.#readTiles(layer, this.manifest[layer]?.overviews ?? [], cells, readCountTile);
  }

  readOverviews(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, OverviewTile>> {
    const listed = new Set(this.manifest[layer]?.overviews);
    return this.#readOverviews(
      layer,
      cells.filter((cell) => listed.has(cell)),
    );
  }

  #readOverviews(tileSet: TileSet, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, OverviewTile>> {
    const version = this.manifest.version;
    return this.#loadObjects(
      cells,
      (cell) => overviewKey(version, tileSet, cell),
      (cell, bytes) => readOverviewTile(cell, version, bytes),
    );
  }

  async #readTiles<Tile>(
    tileSet: TileSet,
    overviewCells: readonly Cell[],
    cells: readonly Cell[],
    open: (cell: Cell, version: string, sealed: Uint8Array) => Tile,
  ): Promise<ReadonlyMap<Cell, Tile>> {
    const version = this.manifest.version;
    const listed = new Set(overviewCells);
    const neededOverviews = parentsOf(cells, OVERVIEW_RESOLUTION).filter((cell) => listed.has(cell));
    const overviews = await this.#readOverviews(tileSet, neededOverviews);
    const existing = cells.filter((cell) =>
      exists(overviews.get(cellToParent(cell, OVERVIEW_RESOLUTION)), cell),
    );
    const packs = await this.#loadObjects<LoadedPack<Tile>>(
      parentsOf(existing, PACK_RESOLUTION),
      (cell) => packKey(version, tileSet, cell),
      (cell, bytes) => ({ sealed: readPack(cell, version, bytes), opened: new Map() }),
    );
    const tiles = new Map<Cell, Tile>();
    for (const cell of existing) {
      const pack = packs.get(cellToParent(cell, PACK_RESOLUTION))!;
      let tile = pack.opened.get(cell);
      if (!tile) {
        const sealed = pack.sealed.get(cell);
        if (!sealed) throw new DamagedTile(`${tileSet} tile ${cell}: listed but not in its pack`);
        tile = open(cell, version, sealed);
        pack.opened.set(cell, tile);
      }
      tiles.set(cell, tile);
    }
    this.work.tiles += tiles.size;
    return tiles;
  }

  /** Loads the objects of some cells, from memory where they are kept, the others in one round of reads. */
  async #loadObjects<Value>(
    cells: readonly Cell[],
    keyOf: (cell: Cell) => string,
    open: (cell: Cell, bytes: Uint8Array) => Value,
  ): Promise<ReadonlyMap<Cell, Value>> {
    const values = new Map<Cell, Value>();
    const missing: Cell[] = [];
    for (const cell of cells) {
      const kept = this.#loaded.get<Value>(keyOf(cell));
      if (kept === undefined) missing.push(cell);
      else values.set(cell, kept);
    }
    if (missing.length === 0) return values;
    this.work.rounds += Math.ceil(missing.length / MAX_READS_AT_ONCE);
    this.work.objects += missing.length;
    if (this.work.objects > MAX_READS_PER_REQUEST) {
      throw new TooMuchToRead(`more than ${MAX_READS_PER_REQUEST} objects`);
    }
    const queue = missing.values();
    const readNext = async (): Promise<void> => {
      for (const cell of queue) {
        const key = keyOf(cell);
        const bytes = await this.#source.read(key);
        if (!bytes) throw new DamagedTile(`${key} is listed but missing`);
        const value = open(cell, new Uint8Array(bytes));
        this.work.bytes += bytes.byteLength;
        if (this.work.bytes > MAX_BYTES_PER_REQUEST) {
          throw new TooMuchToRead(`more than ${MAX_BYTES_PER_REQUEST} bytes`);
        }
        this.#loaded.keep(key, value, bytes.byteLength);
        values.set(cell, value);
      }
    };
    await Promise.all(Array.from({ length: MAX_READS_AT_ONCE }, readNext));
    return values;
  }
}

function exists(overview: OverviewTile | undefined, cell: Cell): boolean {
  if (!overview) return false;
  const key = keyBelow(cell, OVERVIEW_RESOLUTION, overview.tileResolution);
  return indexOfKey(overview.keys, key) >= 0;
}
