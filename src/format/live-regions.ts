/** Finds live regions by version, bounding box or distance: linear scans of the columns of `current`, read in place. */
import type { BoundingBox, Position } from '../geo/positions.ts';
import { COVERED, type Coverage } from './manifest.ts';
import type { StoredTileSet, UploadId } from './object-keys.ts';
import { TILE_SETS, type TileSet } from './tile-sets.ts';

export type StoredTileSets = Readonly<Record<TileSet, StoredTileSet | null>>;

export interface StoredDataset {
  readonly region: string;
  readonly version: string;
  readonly upload: UploadId;
  readonly manifest_sha256: string;
  /** ISO 8601. */
  readonly built_at: string;
  readonly sets: StoredTileSets;
}

/** `null` without such data. */
export type DataBoxes = Readonly<Record<keyof Coverage, BoundingBox | null>>;

export interface LiveRegion extends StoredDataset {
  /** ISO 8601. */
  readonly live_since: string;
  readonly boxes: DataBoxes;
}

export interface RegionColumns {
  readonly nameOf: (index: number) => string;
  readonly ids: Uint32Array;
  readonly times: Float64Array;
  readonly boxes: Float64Array;
}

const VERSION_AT = 0;
const UPLOAD_AT = 2;
const MANIFEST_AT = 4;
const SETS_AT = 12;
const WORDS_PER_SET = 4;
export const IDS_PER_REGION = SETS_AT + WORDS_PER_SET * TILE_SETS.length;
export const TIMES_PER_REGION = 2;
const NUMBERS_PER_BOX = 4;
export const BOXES_PER_REGION = NUMBERS_PER_BOX * COVERED.length;

const VERSION_DIGITS = 16;
const UPLOAD_DIGITS = 12;
const SHA256_DIGITS = 64;
const DIGITS_PER_WORD = 8;

export class LiveRegions {
  readonly count: number;
  readonly #columns: RegionColumns;

  constructor(columns: RegionColumns) {
    this.count = columns.ids.length / IDS_PER_REGION;
    this.#columns = columns;
  }

  *[Symbol.iterator](): Generator<LiveRegion> {
    for (let index = 0; index < this.count; index++) yield this.#at(index);
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
   * Regions whose box of `data` meets `box`, ascending by name.
   * @param box may reach beyond ±180° of longitude
   */
  overlapping(data: keyof Coverage, box: BoundingBox): LiveRegion[] {
    const { boxes } = this.#columns;
    const first = COVERED.indexOf(data) * NUMBERS_PER_BOX;
    const turns = [0, ...(box.west < -180 ? [360] : []), ...(box.east > 180 ? [-360] : [])];
    const found: LiveRegion[] = [];
    for (let index = 0; index < this.count; index++) {
      const at = index * BOXES_PER_REGION + first;
      if (!(boxes[at + 1] <= box.north && box.south <= boxes[at + 3])) continue;
      if (turns.some((turn) => boxes[at] <= box.east + turn && box.west + turn <= boxes[at + 2]))
        found.push(this.#at(index));
    }
    return found;
  }

  /** By distance in degrees of their roads' boxes; those that contain the position by name. */
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

  get upload(): UploadId {
    return this.#digits(UPLOAD_AT, UPLOAD_DIGITS);
  }

  get manifest_sha256(): string {
    return this.#digits(MANIFEST_AT, SHA256_DIGITS);
  }

  get built_at(): string {
    return this.#time(0);
  }

  get live_since(): string {
    return this.#time(1);
  }

  get sets(): StoredTileSets {
    const { ids } = this.#columns;
    const entries = TILE_SETS.map((tileSet, number) => {
      const at = SETS_AT + number * WORDS_PER_SET;
      const start = this.#index * IDS_PER_REGION + at;
      const isThere = ids.subarray(start, start + WORDS_PER_SET).some((word) => word !== 0);
      return [
        tileSet,
        isThere
          ? { name: this.#digits(at, VERSION_DIGITS), upload: this.#digits(at + 2, UPLOAD_DIGITS) }
          : null,
      ];
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
    const words = this.#columns.ids.subarray(start, start + Math.ceil(digits / DIGITS_PER_WORD));
    const text = Array.from(words, (word) => word.toString(16).padStart(DIGITS_PER_WORD, '0')).join('');
    return text.slice(-digits);
  }

  #time(number: number): string {
    return new Date(this.#columns.times[this.#index * TIMES_PER_REGION + number]).toISOString();
  }
}

/** Copies a region out of the columns. */
export const detached = (region: LiveRegion): LiveRegion => ({
  region: region.region,
  version: region.version,
  upload: region.upload,
  manifest_sha256: region.manifest_sha256,
  built_at: region.built_at,
  live_since: region.live_since,
  sets: region.sets,
  boxes: region.boxes,
});

/** @throws RangeError for a version not named after its region */
export function idsOf({ region, version, upload, manifest_sha256, sets }: LiveRegion): number[] {
  const digits = version.slice(-VERSION_DIGITS);
  if (version !== `${region}-${digits}`) throw new RangeError(`${version} is no version of ${region}`);
  return [
    ...wordsOf(digits),
    ...wordsOf(upload.padStart(VERSION_DIGITS, '0')),
    ...wordsOf(manifest_sha256),
    ...TILE_SETS.flatMap((tileSet) => {
      const stored = sets[tileSet];
      return stored
        ? [...wordsOf(stored.name), ...wordsOf(stored.upload.padStart(VERSION_DIGITS, '0'))]
        : new Array<number>(WORDS_PER_SET).fill(0);
    }),
  ];
}

export const timesOf = ({ built_at, live_since }: LiveRegion): number[] => [
  Date.parse(built_at),
  Date.parse(live_since),
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
