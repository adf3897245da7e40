/**
 * Reads the tiles of one dataset for one request, within limits. Whole packs are read in parallel and cached in memory;
 * overviews say which count tiles exist.
 */
import { type CountTile, readCountTile } from '../format/count-tile.ts';
import { DamagedTile } from '../format/envelope.ts';
import { type Manifest, type Province, tileSetsOf } from '../format/manifest.ts';
import type { MaskTile } from '../format/mask-tile.ts';
import { tileSetPrefix } from '../format/object-keys.ts';
import type { OverviewTile } from '../format/overview-tile.ts';
import type { RoadTile } from '../format/road-tile.ts';
import type { SeparatorTile } from '../format/separator-tile.ts';
import type { Layer, TileSet, Travel } from '../format/tile-sets.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  keyBelow,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  parentsOf,
} from '../geo/cells.ts';
import { indexOfKey } from '../geo/sorted-keys.ts';
import {
  MAX_BYTES_PER_REQUEST,
  MAX_PENDING_READS,
  MAX_READS_AT_ONCE,
  MAX_READS_PER_REQUEST,
  MAX_STORED_ROUND,
} from '../limits.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import {
  copyOf,
  type LoadedObject,
  leafAt,
  masksAt,
  openInto,
  overviewAt,
  type PlacedTileSet,
  packedAt,
  rootPageAt,
  separatorsAt,
  type TilePlace,
  type TilesByPlace,
  tilesAt,
} from './tile-places.ts';
import type { TileSource } from './tile-source.ts';

export interface ReadWork {
  tiles: number;
  objects: number;
  rounds: number;
  bytes: number;
}

/** All reads of tiles throw this where an answer needs too many objects or bytes. */
export class TooMuchToRead extends Error {
  override readonly name = 'TooMuchToRead';
}

/** Road tiles to read: leaves at ROAD_TILE_RESOLUTION, separators above them. */
export interface RoadCells {
  readonly separators: readonly Cell[];
  readonly leaves: readonly Cell[];
  /** The pages of these children of the root are read. */
  readonly pages?: readonly Cell[];
  /** The masks of these parents of leaves are read, with this many pixels around the world. */
  readonly masks?: { readonly cells: readonly Cell[]; readonly pixels: number };
}

export interface RoadTilesRead {
  readonly separators: ReadonlyMap<Cell, SeparatorTile>;
  readonly leaves: ReadonlyMap<Cell, RoadTile>;
  readonly pages: ReadonlyMap<Cell, SeparatorTile>;
  readonly masks: ReadonlyMap<Cell, MaskTile>;
}

export interface RoadTiles {
  /** No road lies outside the bounds of all provinces. */
  provinces(travel: Travel): readonly Province[];
  /**
   * Reads in one round.
   * @returns existing tiles; parents list which must exist
   */
  readRoadTiles(travel: Travel, cells: RoadCells): Promise<RoadTilesRead>;
}

export interface CountTiles {
  /**
   * @param cells at OVERVIEW_RESOLUTION
   * @returns by cell; absent ones are empty
   */
  readOverviews(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, OverviewTile>>;
  /**
   * @param cells at COUNT_TILE_RESOLUTION
   * @returns by cell; absent ones are empty
   */
  readCountTiles(
    layer: Layer,
    cells: readonly Cell[],
    overviews?: ReadonlyMap<Cell, OverviewTile>,
  ): Promise<ReadonlyMap<Cell, CountTile>>;
}

export class DatasetReader implements RoadTiles, CountTiles {
  readonly manifest: Manifest;
  readonly work: ReadWork = { tiles: 0, objects: 0, rounds: 0, bytes: 0 };
  readonly #source: TileSource;
  readonly #loaded: LoadedObjects;
  readonly #used = new Set<string>();
  #isDropped = false;

  constructor(manifest: Manifest, source: TileSource, loaded: LoadedObjects) {
    this.manifest = manifest;
    this.#source = source;
    this.#loaded = loaded;
  }

  provinces(travel: Travel): readonly Province[] {
    return this.manifest.roads[travel].provinces;
  }

  async readRoadTiles(travel: Travel, cells: RoadCells): Promise<RoadTilesRead> {
    const set = this.#placed(travel);
    const masks = cells.masks?.cells.map((cell) => masksAt(set, cell, cells.masks!.pixels)) ?? [];
    const pages = cells.pages?.map((cell) => rootPageAt(set, cell)) ?? [];
    const separators = cells.separators.map((cell) => separatorsAt(set, cell));
    const leaves = cells.leaves.map((cell) => leafAt(set, cell));
    const tiles = await this.#load([...masks, ...pages, ...separators, ...leaves]);
    const read = {
      separators: tilesAt(separators, tiles),
      leaves: tilesAt(leaves, tiles),
      pages: tilesAt(pages, tiles),
      masks: tilesAt(masks, tiles),
    };
    for (const { size } of Object.values(read)) this.work.tiles += size;
    return read;
  }

  async readOverviews(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, OverviewTile>> {
    const listed = new Set(this.manifest[layer]?.overviews);
    const existing = cells.filter((cell) => listed.has(cell));
    if (existing.length === 0) return new Map();
    const set = this.#placed(layer);
    const places = existing.map((cell) => overviewAt(set, cell));
    const overviews = tilesAt(places, await this.#load(places));
    const lost = existing.find((cell) => !overviews.has(cell));
    if (lost) throw new DamagedTile(`${layer} overview`, `${lost} is listed but missing`);
    return overviews;
  }

  async readCountTiles(
    layer: Layer,
    cells: readonly Cell[],
    overviews?: ReadonlyMap<Cell, OverviewTile>,
  ): Promise<ReadonlyMap<Cell, CountTile>> {
    const above = overviews ?? (await this.readOverviews(layer, parentsOf(cells, OVERVIEW_RESOLUTION)));
    const existing = cells.filter((cell) => exists(above.get(parentOf(cell, OVERVIEW_RESOLUTION)), cell));
    if (existing.length === 0) return new Map();
    const set = this.#placed(layer);
    // Unpacked tiles own memory: cached separately.
    const keyOf = (cell: Cell): string => set.prefix + cell;
    const tiles = new Map<Cell, CountTile>();
    const packed: TilePlace<CountTile>[] = [];
    for (const cell of existing) {
      const tile = this.#inUse<CountTile>(keyOf(cell));
      if (tile) tiles.set(cell, tile);
      else {
        const pack = parentOf(cell, PACK_RESOLUTION);
        const open = (sealed: Uint8Array): CountTile => readCountTile(layer, cell, set.name, sealed);
        packed.push({ ...packedAt(set, pack, cell, open), isUnpacked: true });
      }
    }
    const unpacked = await this.#load(packed);
    for (const place of packed) {
      const { cell } = place;
      const tile = unpacked.get(place) as CountTile | undefined;
      if (!tile)
        throw new DamagedTile(`${layer} pack`, `of ${cell}, which is listed, or the tile in it is missing`);
      this.#loaded.store(keyOf(cell), tile, tile.byteLength);
      tiles.set(cell, tile);
    }
    this.work.tiles += tiles.size;
    return tiles;
  }

  /** Evicts all objects that were read, as it may be unknown which one is damaged. */
  evictUsed(): void {
    this.#isDropped = true;
    for (const key of this.#used) this.#loaded.evict(key);
  }

  #placed<Set extends TileSet>(tileSet: Set): PlacedTileSet<Set> {
    const name = tileSetsOf(this.manifest)[tileSet]?.name;
    if (name === undefined) throw new RangeError(`${this.manifest.version} has no tile set ${tileSet}`);
    return { tileSet, name, prefix: tileSetPrefix(tileSet, name) };
  }

  #inUse<Value>(key: string): Value | null | undefined {
    this.#used.add(key);
    return this.#loaded.get<Value | null>(key);
  }

  /**
   * Reads in one round; above MAX_STORED_ROUND objects it copies tiles and caches nothing.
   * @returns existing tiles
   */
  async #load(places: readonly TilePlace<unknown>[]): Promise<TilesByPlace> {
    const tiles = new Map<TilePlace<unknown>, unknown>();
    const missing = new Map<string, TilePlace<unknown>[]>();
    for (const place of places) {
      const object = this.#inUse<LoadedObject>(place.key);
      if (object) openInto(tiles, place, object);
      else if (object === undefined) {
        const others = missing.get(place.key);
        if (others) others.push(place);
        else missing.set(place.key, [place]);
      }
    }
    if (missing.size === 0) return tiles;
    this.work.rounds += Math.ceil(missing.size / MAX_READS_AT_ONCE);
    this.work.objects += missing.size;
    if (this.work.objects > MAX_READS_PER_REQUEST) {
      throw new TooMuchToRead(`more than ${MAX_READS_PER_REQUEST} objects`);
    }
    const isStored = missing.size <= MAX_STORED_ROUND;
    const queue = missing.entries();
    const readNext = async (): Promise<void> => {
      for (const [key, wanted] of queue) {
        const bytes = await this.#source.read(key);
        if (this.#isDropped) return;
        const object = this.#opened(bytes, wanted[0]);
        if (isStored || !object) this.#loaded.store(key, object, bytes?.byteLength ?? 0);
        if (!object) continue;
        for (const place of wanted) openInto(tiles, place, isStored ? object : copyOf(object, place));
      }
    };
    const readers = isStored ? MAX_PENDING_READS : MAX_READS_AT_ONCE;
    await Promise.all(Array.from({ length: readers }, readNext));
    return tiles;
  }

  #opened(bytes: ArrayBuffer | null, { openObject }: TilePlace<unknown>): LoadedObject | null {
    const object = bytes && openObject(new Uint8Array(bytes));
    this.work.bytes += bytes?.byteLength ?? 0;
    if (this.work.bytes > MAX_BYTES_PER_REQUEST) {
      throw new TooMuchToRead(`more than ${MAX_BYTES_PER_REQUEST} bytes`);
    }
    return object;
  }
}

function exists(overview: OverviewTile | undefined, cell: Cell): boolean {
  if (!overview) return false;
  const key = keyBelow(cell, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION);
  return indexOfKey(overview.keys, key) >= 0;
}
