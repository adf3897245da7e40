/** Finds live regions by version, bounding box or distance: linear scans of the columns of `current`, read in place. */
import { type BoundingBox, type Position, TURNS } from '../geo/positions.ts';
import type { TileSetName } from './envelope.ts';
import { COVERED, type Coverage } from './manifest.ts';
import { TILE_SETS, type TileSet } from './tile-sets.ts';

export type StoredTileSets = Readonly<Record<TileSet, TileSetName | null>>;

export interface StoredDataset {
  readonly region: string;
  readonly version: string;
  readonly manifest_sha256: string;
  /** The time is in ISO 8601. */
  readonly built_at: string;
  /** The dataset went live, or was replaced, at this time in ISO 8601. */
  readonly since: string;
  readonly sets: StoredTileSets;
}

/** A box is `null` without such data. */
export type DataBoxes = Readonly<Record<keyof Coverage, BoundingBox | null>>;

export interface LiveRegion extends StoredDataset {
  readonly boxes: DataBoxes;
}

export interface RegionColumns {
  readonly nameOf: (index: number) => string;
  readonly ids: Uint32Array;
  readonly times: Float64Array;
  readonly boxes: Float64Array;
}

const VERSION_AT = 0;
const MANIFEST_AT = 2;
const SETS_AT = 10;
const WORDS_PER_SET = 2;
export const IDS_PER_REGION = SETS_AT + WORDS_PER_SET * TILE_SETS.length;
export const TIMES_PER_REGION = 2;
const NUMBERS_PER_BOX = 4;
export const BOXES_PER_REGION = NUMBERS_PER_BOX * COVERED.length;

const VERSION_DIGITS = 16;
const SHA256_DIGITS = 64;
const DIGITS_PER_WORD = 8;

export class LiveRegions {
  readonly count: number;
  readonly #columns: RegionColumns;

  constructor(columns: RegionColumns) {
    this.count = columns.boxes.length / BOXES_PER_REGION;
    this.#columns = columns;
  }

  *[Symbol.iterator](): Generator<LiveRegion> {
    for (let index = 0; index < this.count; index++) yield this.#at(index);
  }

  /** Their columns follow those of the live regions, without boxes. */
  kept(): StoredDataset[] {
    const all = this.#columns.ids.length / IDS_PER_REGION;
    return Array.from({ length: all - this.count }, (_, index) => storedOf(this.#at(this.count + index)));
  }

  withVersion(version: string): LiveRegion | undefined {
    const [high, low] = wordsOf(version.slice(-VERSION_DIGITS));
    const { ids } = this.#columns;
    for (let index = 0; index < this.count; index++) {
      const at = index * IDS_PER_REGION + VERSION_AT;
      if (ids[at] !== high || ids[at + 1] !== low) continue;
      const region = this.#at(index);
      if (region.version === version) return region;
    }
    return undefined;
  }

  /**
   * Finds regions whose box of `data` meets `box`, ascending by name.
   * @param box may reach beyond ±180° of longitude
   */
  overlapping(data: keyof Coverage, box: BoundingBox): LiveRegion[] {
    const { boxes } = this.#columns;
    const first = COVERED.indexOf(data) * NUMBERS_PER_BOX;
    const found: LiveRegion[] = [];
    for (let index = 0; index < this.count; index++) {
      const at = index * BOXES_PER_REGION + first;
      if (!(boxes[at + 1] <= box.north && box.south <= boxes[at + 3])) continue;
      if (TURNS.some((turn) => boxes[at] <= box.east + turn && box.west + turn <= boxes[at + 2]))
        found.push(this.#at(index));
    }
    return found;
  }

  /** Finds regions by distance in degrees of their roads' boxes, and those that contain the position by name. */
  nearest([lon, lat]: Position, most: number): LiveRegion[] {
    const { boxes } = this.#columns;
    const distances = Float64Array.from({ length: this.count }, (_, index) => {
      const [west, south, east, north] = boxes.subarray(index * BOXES_PER_REGION);
      return Math.hypot(Math.max(west - lon, 0, lon - east), Math.max(south - lat, 0, lat - north));
    });
    return Array.from(distances.keys())
      .sort((a, b) => distances[a] - distances[b] || a - b)
      .slice(0, most)
      .map((index) => this.#at(index));
  }

  #at(index: number): LiveRegion {
    return new RegionInPlace(this.#columns, index);
  }
}

class RegionInPlace implements LiveRegion {
  readonly #columns: RegionColumns;
  readonly #index: number;

  constructor(columns: RegionColumns, index: number) {
    this.#columns = columns;
    this.#index = index;
  }

  get region(): string {
    return this.#columns.nameOf(this.#index);
  }

  get version(): string {
    return `${this.region}-${this.#digits(VERSION_AT, VERSION_DIGITS)}`;
  }

  get manifest_sha256(): string {
    return this.#digits(MANIFEST_AT, SHA256_DIGITS);
  }

  get built_at(): string {
    return this.#time(0);
  }

  get since(): string {
    return this.#time(1);
  }

  get sets(): StoredTileSets {
    const { ids } = this.#columns;
    const entries = TILE_SETS.map((tileSet, number) => {
      const at = SETS_AT + number * WORDS_PER_SET;
      const start = this.#index * IDS_PER_REGION + at;
      const isThere = ids.subarray(start, start + WORDS_PER_SET).some((word) => word !== 0);
      return [tileSet, isThere ? this.#digits(at, VERSION_DIGITS) : null];
    });
    return Object.fromEntries(entries) as StoredTileSets;
  }

  get boxes(): DataBoxes {
    const { boxes } = this.#columns;
    const entries = COVERED.map((data, number) => {
      const at = this.#index * BOXES_PER_REGION + number * NUMBERS_PER_BOX;
      const [west, south, east, north] = boxes.subarray(at, at + NUMBERS_PER_BOX);
      return [data, Number.isNaN(west) ? null : { west, south, east, north }];
    });
    return Object.fromEntries(entries) as DataBoxes;
  }

  #digits(at: number, digits: number): string {
    const start = this.#index * IDS_PER_REGION + at;
    const words = this.#columns.ids.subarray(start, start + digits / DIGITS_PER_WORD);
    return Array.from(words, (word) => word.toString(16).padStart(DIGITS_PER_WORD, '0')).join('');
  }

  #time(number: number): string {
    return new Date(this.#columns.times[this.#index * TIMES_PER_REGION + number]).toISOString();
  }
}

/** Copies a dataset out of the columns, without boxes. */
export const storedOf = ({
  region,
  version,
  manifest_sha256,
  built_at,
  since,
  sets,
}: StoredDataset): StoredDataset => ({ region, version, manifest_sha256, built_at, since, sets });

/** Copies a region out of the columns. */
export const detached = (region: LiveRegion): LiveRegion => ({ ...storedOf(region), boxes: region.boxes });

/** @throws RangeError for a version not named after its region */
export function idsOf({ region, version, manifest_sha256, sets }: StoredDataset): number[] {
  const digits = version.slice(-VERSION_DIGITS);
  if (version !== `${region}-${digits}`) throw new RangeError(`${version} is no version of ${region}`);
  return [
    ...wordsOf(digits),
    ...wordsOf(manifest_sha256),
    ...TILE_SETS.flatMap((tileSet) => {
      const name = sets[tileSet];
      return name === null ? new Array<number>(WORDS_PER_SET).fill(0) : wordsOf(name);
    }),
  ];
}

export const timesOf = ({ built_at, since }: StoredDataset): number[] => [
  Date.parse(built_at),
  Date.parse(since),
];

export const numbersOf = ({ boxes }: LiveRegion): number[] =>
  COVERED.flatMap((data) => {
    const box = boxes[data];
    return box ? [box.west, box.south, box.east, box.north] : new Array<number>(NUMBERS_PER_BOX).fill(NaN);
  });

const wordsOf = (digits: string): number[] =>
  Array.from({ length: digits.length / DIGITS_PER_WORD }, (_, word) =>
    Number.parseInt(digits.slice(word * DIGITS_PER_WORD, (word + 1) * DIGITS_PER_WORD), 16),
  );
