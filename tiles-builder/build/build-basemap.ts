import type { TileSetEntry } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { Output } from '../records.ts';
import { cutBasemap } from '../tiles/basemap/cut-basemap.ts';
import type { MapFeatures } from '../tiles/basemap/gather-map-features.ts';

/**
 * The basemap of what was gathered while the roads were read, and the sea.
 * @param coverage of the roads
 */
export function buildBasemap(
  features: MapFeatures,
  coverage: Zone,
  { open, progress }: Output,
): TileSetEntry {
  features.finish(coverage);
  const { add, finish } = open('basemap');
  cutBasemap(features.spill, coverage, add, progress);
  features.remove();
  return finish();
}
