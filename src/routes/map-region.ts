/**
 * Defines the paths of the map, and what the map page learns about regions. The page loads this file, so it imports no other
 * code.
 */
import type { Manifest } from '../format/manifest.ts';
import type { MAP_ZOOMS } from '../format/map-pack.ts';
import type { Layer } from '../format/tile-sets.ts';
import type { BoundingBox } from '../geo/positions.ts';
import type { DatasetDetails } from '../response/details.ts';

export const MAP_PATH = '/map';
export const DENSITY_PATH = 'density';
export const MAP_REGIONS_PATH = `${MAP_PATH}/regions.json`;
/** Path at which names in a dataset version are searched. */
export const NAMES_PATH = `${MAP_PATH}/:version{[a-z0-9-]+}/names` as const;

export const namesPath = (version: string, typed: string): string =>
  `${MAP_PATH}/${version}/names?${new URLSearchParams({ q: typed })}`;

/** A live region as the map page gets it: dataset, coverage, bounds, layers with density, basemap. */
export interface MapRegion extends DatasetDetails {
  readonly coverage: Manifest['coverage'];
  /** Bounds of the roads' coverage. */
  readonly bounds: BoundingBox;
  /** Layers with density; working counts have one only with a display threshold. */
  readonly density: readonly Layer[];
  readonly basemap: typeof MAP_ZOOMS | null;
}
