/** The door to all files of features: which reader a file needs is known here and nowhere else. */
import type { Progress } from '../records.ts';
import type { Consumer, ReadSource } from './features.ts';
import { handGeoJsonFeatures } from './geojson-features.ts';
import { readOsmFile } from './osm/read-osm-file.ts';

export interface ReadOptions {
  readonly progress: Progress;
  /** Folder on the disk that takes what memory need not hold. Nothing remains there, however the process ends. */
  readonly scratch: string;
}

/** Whether a file is read as OSM PBF; any other is read as GeoJSON. */
export const isPbf = (file: string): boolean => file.endsWith('.pbf');

/**
 * Reads a file of features once, and hands to each consumer what it wants.
 * @throws BadInput where it is missing, damaged, not sorted or of no format that is known
 */
export async function readFeatures(
  file: string,
  consumers: readonly Consumer[],
  options: ReadOptions,
): Promise<ReadSource> {
  return isPbf(file)
    ? readOsmFile(file, consumers, options)
    : handGeoJsonFeatures(file, consumers, options.progress);
}
