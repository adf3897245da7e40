import type { LiveRegion } from '../format/live-regions.ts';
import type { Manifest } from '../format/manifest.ts';
import { MAP_ZOOMS } from '../format/map-pack.ts';
import { LAYERS, type Layer } from '../format/tile-sets.ts';
import { type BoundingBox, boundingBoxOf } from '../geo/positions.ts';
import { type DatasetDetails, datasetDetailsOf } from '../response/details.ts';

/** Below it lies what the map page reads of the datasets. */
export const MAP_PATH = '/map';
/** Below a version, where its tiles of where people live or work lie. */
export const DENSITY_PATH = 'density';
export const MAP_REGIONS_PATH = `${MAP_PATH}/regions.json`;

/** What the map page must know of a live region before anybody asks: nothing that needs credentials. */
export interface MapRegion extends DatasetDetails {
  readonly coverage: Manifest['coverage'];
  /** Around the roads' coverage. */
  readonly bounds: BoundingBox;
  /** Layers whose density is drawn: the dataset holds them, and says of working from how many people on it is shown. */
  readonly density: readonly Layer[];
  /** Zoom levels of the basemap's tiles; `null` where the dataset has none. */
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
