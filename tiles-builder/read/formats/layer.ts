/** What a file of features holds, whatever its format: features one after the other, in the coordinates that the file has. */
import type { BuildingAttributes } from '../../config/building-attributes.ts';
import type { NumberFormat } from '../../config/number-format.ts';
import type { StatedCrs } from './projection.ts';

export interface StoredGeometry {
  /** As GeoJSON names it, such as `Polygon`. */
  readonly type: string;
  /** Nested as in GeoJSON: x, then y, in the CRS of the layer; more than two coordinates where the file has them. */
  readonly coordinates?: unknown;
}

export interface StoredFeature {
  /** Its place in the file, for messages: `feature 3` or `line 7`. */
  readonly where: string;
  /** The id that the file gives it, else its place. */
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** `null` where it has none, or an empty one. */
  readonly geometry: StoredGeometry | null;
}

/** Features of one kind in a file, to be read in batches, so that no more than one batch need be in memory. */
export interface Layer {
  readonly crs: StatedCrs;
  /** Whether features have a property of that name. */
  readonly hasProperty: (name: string) => boolean | Promise<boolean>;
  /** Names of the properties; `null` where each feature has its own. */
  readonly properties: readonly string[] | null;
  /** How many features there are; `null` where the file does not say. */
  readonly count: number | null;
  /** Can be gone through several times. @throws BadInput where the file is damaged */
  readonly batches: () => AsyncIterable<readonly StoredFeature[]> | Iterable<readonly StoredFeature[]>;
}

/** What a configuration says of a file of features. */
export interface LayerSource extends NumberFormat {
  readonly file: string;
  /** The layer or table that is meant, where a file has several. */
  readonly layer?: string | undefined;
  /** The CRS of its coordinates, such as `EPSG:2154`, where the file does not say or is wrong. */
  readonly crs?: string | undefined;
  /** CSV: the column with WKT, or those with x and y. */
  readonly geometry?: string | readonly [x: string, y: string] | undefined;
  /** Buildings: which properties tell of their dwellings, floors, height and use. */
  readonly attributes?: BuildingAttributes | undefined;
}

/** Features that a reader hands over at once. */
export const BATCH = 1_000;

/** Collects items into batches. */
export function* inBatches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
