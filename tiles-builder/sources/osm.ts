/** OpenStreetMap files: `.osm.pbf`, or OSM features as GeoJSON. */
import { BadInput } from '../bad-input.ts';
import type { Progress } from '../records.ts';
import { readGeoJsonRoads } from './osm-geojson.ts';
import { readPbfRoads } from './osm-pbf-roads.ts';
import type { OsmRoads } from './osm-roads.ts';

/** Whether a file is read as OSM PBF; any other is read as GeoJSON. */
export const isPbf = (file: string): boolean => file.endsWith('.pbf');

/**
 * Reads roads from `.osm.pbf`, or from OSM features as GeoJSON (which has no barriers and no turn restrictions).
 * @throws BadInput also where the file holds no road at all
 */
export async function readOsmRoads(file: string, progress: Progress): Promise<OsmRoads> {
  const roads = isPbf(file) ? await readPbfRoads(file, progress) : readGeoJsonRoads(file, progress);
  if (roads.ways.length === 0) throw new BadInput(file, null, 'has no way with a highway tag');
  return roads;
}
