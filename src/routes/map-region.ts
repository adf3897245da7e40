import type { LiveRegion } from '../format/live-regions.ts';
import type { Manifest } from '../format/manifest.ts';
import { MAP_ZOOMS } from '../format/map-pack.ts';
import { LAYERS, type Layer } from '../format/tile-sets.ts';
import { type BoundingBox, boundingBoxOf } from '../geo/positions.ts';
import { type DatasetDetails, datasetDetailsOf } from '../response/details.ts';

export const MAP_PATH = '/map';
export const DENSITY_PATH = 'density';
export const MAP_REGIONS_PATH = `${MAP_PATH}/regions.json`;

/** What the map page learns of a live region: dataset, coverage, bounds, layers with density, basemap. */
export interface MapRegion extends DatasetDetails {
  readonly coverage: Manifest['coverage'];
  /** Bounds of the roads' coverage. */
  readonly bounds: BoundingBox;
  /** Working only with a display threshold. */
  readonly density: readonly Layer[];
  readonly basemap: typeof MAP_ZOOMS | null;
}

export function mapRegionOf(manifest: Manifest, { built_at }: LiveRegion): MapRegion {
  const { basemap, coverage } = manifest;
  return {
    ...datasetDetailsOf({ manifest, built_at }),
    coverage,
    bounds: boundingBoxOf(coverage.roads.flat()),
    density: LAYERS.filter((layer) => coverage[layer]),
    basemap: basemap && MAP_ZOOMS,
  };
}
