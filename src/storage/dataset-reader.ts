/**
 * Reads the tiles of one dataset version for one request: overviews say which tiles exist, packs hold them. Reads go
 * out together, so the number of rounds is the number of calls that found something not yet loaded.
 */
import { type CountTile, readCountTile } from '../format/count-tile.ts';
import type { StoredTileSets } from '../format/current.ts';
import { DamagedTile, type TileSetName } from '../format/envelope.ts';
import type { Manifest } from '../format/manifest.ts';
import { type MaskTile, readMaskTile } from '../format/mask-tile.ts';
import {
  masksName,
  overviewName,
  packName,
  rootName,
  separatorsName,
  tileSetPrefix,
} from '../format/object-keys.ts';
import { type OverviewTile, readOverviewTile } from '../format/overview-tile.ts';
import { readPack } from '../format/pack.ts';
import { masksPackOf } from '../format/road-model.ts';
import { type RoadTile, readRoadTile } from '../format/road-tile.ts';
import { readRootPage, readSeparatorTile, type SeparatorTile } from '../format/separator-tile.ts';
import type { Layer, TileSet, Travel } from '../format/tile-sets.ts';
import {
  type Cell,
  keyBelow,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  parentsOf,
  ROAD_PACK_RESOLUTION,
  resolutionOf,
} from '../geo/cells.ts';
import { firstIndexNotBelow, indexOfKey } from '../geo/sorted-keys.ts';
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

interface WantedObject<Value> {
  readonly key: string;
  readonly open: (bytes: Uint8Array) => Value;
}

/** A pack in memory, its tiles opened as they are asked for. */
interface LoadedPack<Tile> {
  readonly sealed: ReadonlyMap<Cell, Uint8Array>;
  readonly opened: Map<Cell, Tile>;
}

type RoadObject = SeparatorTile | LoadedPack<RoadTile | SeparatorTile | MaskTile>;

/** Where wanted road tiles lie: the numbers of their objects among all that are wanted. */
interface WantedRoads {
  readonly objects: readonly WantedObject<RoadObject>[];
  readonly pages: readonly number[];
  readonly separators: readonly number[];
  readonly leaves: readonly number[];
  readonly masks: readonly number[];
}

const NO_MASKS = { cells: [], pixels: 0 };

/** Where the objects of a tile set lie. */
interface TileSetPlace {
  readonly name: TileSetName;
  /** What the keys of its objects begin with. */
  readonly prefix: string;
}

export class DatasetReader implements RoadTiles, CountTiles {
  readonly manifest: Manifest;
  readonly work: ReadWork = { tiles: 0, objects: 0, rounds: 0, bytes: 0 };
  readonly #sets: StoredTileSets;
  readonly #source: TileSource;
  readonly #loaded: LoadedObjects;
  /** Keys of the objects that this request asked for. */
  readonly #used: string[] = [];
  /** Then what is still being read is kept no more. */
  #isDropped = false;

  /** @param sets where the tile sets that the manifest names lie */
  constructor(manifest: Manifest, sets: StoredTileSets, source: TileSource, loaded: LoadedObjects) {
    this.manifest = manifest;
    this.#sets = sets;
    this.#source = source;
    this.#loaded = loaded;
  }

  async readRoadTiles(travel: Travel, cells: RoadCells): Promise<RoadTilesRead> {
    const wanted = this.#wantedRoads(travel, cells);
    return this.#openRoads(travel, cells, wanted, await this.#loadObjects(wanted.objects));
  }

  roadTilesInMemory(travel: Travel, cells: RoadCells): RoadTilesRead | undefined {
    const wanted = this.#wantedRoads(travel, cells);
    const objects = this.#inMemory(wanted.objects);
    return objects.includes(undefined) ? undefined : this.#openRoads(travel, cells, wanted, objects);
  }

  #placeOf(tileSet: TileSet): TileSetPlace {
    const stored = this.#sets[tileSet];
    if (!stored) throw new RangeError(`${this.manifest.version} has no tile set ${tileSet}`);
    return { name: stored.name, prefix: tileSetPrefix(tileSet, stored) };
  }

  #wantedRoads(travel: Travel, { separators, leaves, pages = [], masks }: RoadCells): WantedRoads {
    const { name, prefix } = this.#placeOf(travel);
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

  #openRoads(
    travel: Travel,
    cells: RoadCells,
    wanted: WantedRoads,
    objects: readonly (RoadObject | undefined)[],
  ): RoadTilesRead {
    const { name } = this.#placeOf(travel);
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
    this.work.tiles += separators.size + leaves.size + pages.size + masks.size;
    return { separators, leaves, pages, masks };
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
      const tile = this.#kept<CountTile>(keyOf(cell));
      if (tile) tiles.set(cell, tile);
    }
    const packed = existing.filter((cell) => !tiles.has(cell));
    const packCells = parentsOf(packed, PACK_RESOLUTION);
    const packs = byCell(
      packCells,
      await this.#loadObjects<ReadonlyMap<Cell, Uint8Array>>(
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
      this.#loaded.keep(keyOf(cell), tile, tile.byteLength);
      tiles.set(cell, tile);
    }
    this.work.tiles += tiles.size;
    return tiles;
  }

  /** Begins to read what counts need below some cells at ROAD_PACK_RESOLUTION, as far as there are people. */
  async beginCounts(layer: Layer, cells: readonly Cell[]): Promise<void> {
    const overviews = await this.readOverviews(layer, parentsOf(cells, OVERVIEW_RESOLUTION));
    const { prefix } = this.#placeOf(layer);
    const packs = parentsOf(cells, PACK_RESOLUTION).filter((pack) => {
      const overview = overviews.get(parentOf(pack, OVERVIEW_RESOLUTION));
      return overview !== undefined && holdsTilesOf(overview, pack);
    });
    const keys = packs.map((pack) => prefix + packName(pack));
    this.#source.begin?.(keys.filter((key) => this.#loaded.get(key) === undefined));
  }

  async readOverviews(layer: Layer, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, OverviewTile>> {
    const listed = new Set(this.manifest[layer]?.overviews);
    const existing = cells.filter((cell) => listed.has(cell));
    if (existing.length === 0) return new Map();
    const { name, prefix } = this.#placeOf(layer);
    const objects = await this.#loadObjects<OverviewTile>(
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

  /**
   * Drops the objects that this request used from memory, so that they are read again: one of them is damaged, which
   * may show only where a tile is opened or held against another one.
   */
  dropUsed(): void {
    this.#isDropped = true;
    for (const key of this.#used) this.#loaded.drop(key);
  }

  #inMemory<Value>(wanted: readonly WantedObject<Value>[]): (Value | undefined)[] {
    return wanted.map(({ key }) => this.#kept<Value>(key));
  }

  /** What is in memory under a key, which this request uses. */
  #kept<Value>(key: string): Value | undefined {
    this.#used.push(key);
    return this.#loaded.get<Value>(key);
  }

  /**
   * From memory where they are kept, the others in one round of reads.
   * @returns in the order of `wanted`, undefined for objects that do not exist
   */
  async #loadObjects<Value>(wanted: readonly WantedObject<Value>[]): Promise<(Value | undefined)[]> {
    const values = this.#inMemory(wanted);
    const missing = [...wanted.keys()].filter((i) => values[i] === undefined);
    if (missing.length === 0) return values;
    this.work.rounds += Math.ceil(missing.length / MAX_READS_AT_ONCE);
    this.work.objects += missing.length;
    if (this.work.objects > MAX_READS_PER_REQUEST) {
      throw new TooMuchToRead(`more than ${MAX_READS_PER_REQUEST} objects`);
    }
    const queue = missing.values();
    const readNext = async (): Promise<void> => {
      for (const i of queue) {
        const { key, open } = wanted[i];
        const bytes = await this.#source.read(key);
        if (this.#isDropped) return;
        if (!bytes) continue;
        const value = open(new Uint8Array(bytes));
        this.work.bytes += bytes.byteLength;
        if (this.work.bytes > MAX_BYTES_PER_REQUEST) {
          throw new TooMuchToRead(`more than ${MAX_BYTES_PER_REQUEST} bytes`);
        }
        this.#loaded.keep(key, value, bytes.byteLength);
        values[i] = value;
      }
    };
    await Promise.all(Array.from({ length: MAX_READS_AT_ONCE }, readNext));
    return values;
  }
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
