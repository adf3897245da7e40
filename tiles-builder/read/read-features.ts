/** The door to all files of features: which reader a file needs is known here and nowhere else. */
import { isGeoJson, isPbf } from '../config/format-of.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { Consumer, ReadOptions, ReadSource } from './features.ts';
import type { LayerSource } from './formats/layer.ts';
import { withLayer } from './formats/open-layer.ts';
import { handFeatures } from './hand-features.ts';
import { readOsmFile } from './osm/read-osm-file.ts';

/** @throws BadInput where a file is of a format in which roads have not all the tags of OpenStreetMap */
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

/**
 * Reads a file of features once, and hands to each consumer what it wants.
 * @throws BadInput where it is missing, damaged, not sorted or of no format that is known
 */
export async function readFeatures(
  source: LayerSource,
  consumers: readonly Consumer[],
  options: ReadOptions,
): Promise<ReadSource> {
  const { progress, scratch } = options;
  return isPbf(source.file)
    ? readOsmFile(source.file, consumers, options)
    : withLayer(source, scratch, (layer) => handFeatures(source, layer, consumers, progress));
}
