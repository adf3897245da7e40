/** Hands a file's features to consumers, by the reader of its format: OSM PBF, or `withLayer` for others. */

import { BadInput } from '../base/failures/bad-input.ts';
import { onOneSide } from './antimeridian.ts';
import { isGeoJson, isPbf } from './config/format-of.ts';
import type { Consumer, ReadOptions, ReadSource } from './features.ts';
import type { LayerSource } from './formats/layer.ts';
import { withLayer } from './formats/open-layer.ts';
import { handFeatures } from './hand-features.ts';
import { readOsmFile } from './osm/read-osm-file.ts';

export function requireRoadFormat(file: string): void {
  if (isPbf(file) || isGeoJson(file)) return;
  const advice = 'An .osm.pbf has all that a road needs; from other formats osmium export makes GeoJSON.';
  throw new BadInput(
    file,
    null,
    'roads are read from .osm.pbf or GeoJSON with the tags of OpenStreetMap',
    advice,
  );
}

export async function readFeatures(
  source: LayerSource,
  consumers: readonly Consumer[],
  options: ReadOptions,
): Promise<ReadSource> {
  const { progress, scratch } = options;
  const checked = consumers.map((consumer) => onOneSide(source.file, consumer));
  return isPbf(source.file)
    ? readOsmFile(source.file, checked, options)
    : withLayer(source, scratch, (layer) => handFeatures(source, layer, checked, progress));
}
