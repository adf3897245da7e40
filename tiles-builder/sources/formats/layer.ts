/** Defines the interface of a layer of features, read in batches from a file of any format, in the file's coordinates. */
import type { BuildingAttributes } from '../config/building-attributes.ts';
import type { NumberFormat } from '../config/number-format.ts';
import type { StatedCrs } from './projection.ts';

export interface StoredGeometry {
  readonly type: string;
  /** Nested as in GeoJSON: x, y and more, in the layer's CRS. */
  readonly coordinates?: unknown;
}

export interface StoredFeature {
  /** Place for messages, as `feature 3` or `line 7`. */
  readonly where: string;
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: StoredGeometry | null;
}

export interface Layer {
  readonly crs: StatedCrs;
  readonly hasProperty: (name: string) => boolean | Promise<boolean>;
  /** Names of properties, `null` if they vary by feature. */
  readonly properties: readonly string[] | null;
  readonly count: number | null;
  /** Reads features from the start at each call. */
  readonly batches: () => AsyncIterable<readonly StoredFeature[]>;
}

export interface LayerSource extends NumberFormat {
  readonly file: string;
  readonly layer?: string | undefined;
  /** Overrides what the file states: `EPSG:2154`. */
  readonly crs?: string | undefined;
  /** CSV: column of WKT, or columns of x and y. */
  readonly geometry?: string | readonly [x: string, y: string] | undefined;
  /** Columns of dwellings, floors, height and use. */
  readonly attributes?: BuildingAttributes | undefined;
}

/** Features are read in batches of this size. */
export const BATCH = 1_000;

export async function* inBatches<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
