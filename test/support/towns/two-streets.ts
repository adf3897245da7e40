/** Smallest region that can be built. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Polygon } from '../../../src/geo/positions.ts';
import {
  osmFeature,
  polygonGeometry,
  writeConfig,
  writeFeatures,
} from '../../../tiles-builder/simulate/write-sources.ts';

const CORNERS = [
  [10, 52],
  [10.003, 52],
  [10, 52.002],
  [10.003, 52.002],
] as const;

/**
 * Files of two censuses and a ping serve `changes` alone.
 * @param changes to the configuration
 * @returns configuration's path
 */
export function writeTwoStreets(folder: string, changes: object = {}): string {
  mkdirSync(folder, { recursive: true });
  const [start, east, north, end] = CORNERS.map((corner) => [...corner]);
  const street = (id: string, coordinates: number[][]) =>
    osmFeature(id, { highway: 'residential' }, { type: 'LineString', coordinates });
  writeFeatures(folder, 'roads.geojson', [
    street('way/1', [start!, east!, end!]),
    street('way/2', [start!, north!, end!]),
  ]);
  const around: Polygon = [[[9.99, 51.99], [10.01, 51.99], [10.01, 52.01], [9.99, 52.01], [9.99, 51.99]]]; // biome-ignore format: one ring
  writeFeatures(folder, 'census.geojson', [
    { type: 'Feature', properties: { people: 40 }, geometry: polygonGeometry(around) },
  ]);
  writeFileSync(join(folder, 'census.csv'), 'id,people\n');
  writeFileSync(join(folder, 'pings.csv'), 'device_id,time,lon,lat\na,1,10,52\n');
  const roads = { file: 'roads.geojson' };
  return writeConfig(folder, { name: 'two-streets', cut_isochrones: 'answer', roads, ...changes });
}
