/** OpenStreetMap files: `.osm.pbf`, or OSM features as GeoJSON. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import { type BoundingBox, boundingBoxOf, type Ring, type Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../bad-input.ts';
import type { Progress } from '../records.ts';
import { geometryRings, readGeoJsonFeatures, readGeoJsonRoads } from './osm-geojson.ts';
import { readOsmPbf, readOsmPbfHeader } from './osm-pbf.ts';
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

/**
 * Where an OSM file is taken to be complete if nobody says otherwise: the bounding box of its header, else of its nodes
 * (of GeoJSON: of its features).
 * @throws BadInput also where there is nothing in it
 */
export async function osmCoverage(file: string): Promise<Zone> {
  const box = isPbf(file) ? await pbfBounds(file) : geoJsonBounds(file);
  if (!(box.west < box.east && box.south < box.north)) throw new BadInput(file, null, 'covers no area');
  const { west, south, east, north } = box;
  return [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ];
}

async function pbfBounds(file: string): Promise<BoundingBox> {
  const { bounds } = await readOsmPbfHeader(file);
  if (bounds) return bounds;
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  const node = (_id: number, lon: number, lat: number): void => {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  };
  await readOsmPbf(file, { node }, () => {}, '');
  const degrees = (value: number): number => Number((value * COORDINATE_UNIT_DEGREES).toFixed(7));
  return { west: degrees(west), south: degrees(south), east: degrees(east), north: degrees(north) };
}

function geoJsonBounds(file: string): BoundingBox {
  const features = readGeoJsonFeatures(file);
  return boundingBoxOf(features.flatMap((feature): Ring[] => geometryRings(file, feature)));
}
