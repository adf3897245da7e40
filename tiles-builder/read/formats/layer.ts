/** The interface of a layer of features, whatever its format, in the coordinates of the file. */
import type { BuildingAttributes } from '../../config/building-attributes.ts';
import type { NumberFormat } from '../../config/number-format.ts';
import type { StatedCrs } from './projection.ts';

export interface StoredGeometry {
  /** As in GeoJSON, such as `Polygon`. */
  readonly type: string;
  /** Nested as in GeoJSON: x, y, and further coordinates of the file, in the layer's CRS. */
  readonly coordinates?: unknown;
}

export interface StoredFeature {
  /** Position in the file, for messages: `feature 3` or `line 7`. */
  readonly where: string;
  /** Id in the file, otherwise `where`. */
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** `null` for a missing or empty geometry. */
  readonly geometry: StoredGeometry | null;
}

/** Features of one kind, read in batches to bound memory. */
export interface Layer {
  readonly crs: StatedCrs;
  readonly hasProperty: (name: string) => boolean | Promise<boolean>;
  /** `null` where each feature has its own. */
  readonly properties: readonly string[] | null;
  /** `null` if the file does not say. */
  readonly count: number | null;
  /**
   * May be iterated several times.
   * @throws BadInput where the file is damaged
   */
  readonly batches: () => AsyncIterable<readonly StoredFeature[]> | Iterable<readonly StoredFeature[]>;
}

/** A configured file of features. */
export interface LayerSource extends NumberFormat {
  readonly file: string;
  /** Layer or table in a file with several. */
  readonly layer?: string | undefined;
  /** Such as `EPSG:2154`; overrides what the file states. */
  readonly crs?: string | undefined;
  /** CSV: the column with WKT, or those with x and y. */
  readonly geometry?: string | readonly [x: string, y: string] | undefined;
  /** Properties with dwellings, floors, height and use of buildings. */
  readonly attributes?: BuildingAttributes | undefined;
}

/** Features per batch. */
export const BATCH = 1_000;

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
