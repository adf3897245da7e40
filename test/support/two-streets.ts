/** The smallest region that a dataset is built from: two streets, which meet at both ends. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { osmFeature, writeConfig, writeFeatures } from '../../tiles-builder/demo/write-sources.ts';

const CORNERS = [
  [10, 52],
  [10.003, 52],
  [10, 52.002],
  [10.003, 52.002],
] as const;

/**
 * @param changes settings of the configuration that are other than usual
 * @returns the configuration's path
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
  writeFileSync(join(folder, 'census.csv'), 'id,people\n');
  const roads = { file: 'roads.geojson' };
  return writeConfig(folder, { name: 'two-streets', cut_isochrones: 'answer', roads, ...changes });
}
