/** Public names come from the roads' file alone. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Polygon } from '../../src/geo/positions.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { osmFeature, polygonGeometry, writeFeatures } from '../../tiles-builder/simulate/write-sources.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const folder = mkdtempSync(join(tmpdir(), 'names-of-roads-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('names in a buildings file of its own reach neither the index nor the tiles of the map', async () => {
  const sources = join(folder, 'sources');
  const shell: Polygon = [[[10.001, 52.0005], [10.0012, 52.0005], [10.0012, 52.0007], [10.001, 52.0007], [10.001, 52.0005]]]; // biome-ignore format: one ring
  const at = (lon: number, lat: number) => ({ type: 'Point' as const, coordinates: [lon, lat] });
  const corners = [[10, 52], [10.003, 52.0003], [10.003, 52.002], [10, 52.002]]; // biome-ignore format: a line
  const line = { type: 'LineString' as const, coordinates: corners };
  const named = (word: string) => [
    osmFeature('node/1', { place: 'village', name: `${word} Village` }, at(10.0005, 52.0005)),
    osmFeature('way/11', { highway: 'residential', name: `${word} Street` }, line),
    osmFeature('way/12', { building: 'yes', name: `${word} House` }, polygonGeometry(shell)),
    osmFeature('way/13', { leisure: 'park', name: `${word} Park` }, polygonGeometry(shell)),
  ];
  const config = writeTwoStreets(sources, { buildings: { file: 'buildings.geojson' } });
  writeFeatures(sources, 'buildings.geojson', named('Secret'));
  writeFeatures(sources, 'roads.geojson', named('Public'));
  const dataset = join(folder, 'dataset');
  await buildDataset(readConfig(config), dataset, { progress: () => {} });
  const basemap = join(dataset, 'basemap');
  const names = readdirSync(basemap).filter((name) => !name.endsWith('.txt'));
  const content = names.map((name) => readFileSync(join(basemap, name), 'latin1')).join('\n');
  for (const thing of ['Village', 'Street', 'Park']) expect(content).toContain(`Public ${thing}`);
  expect(content).not.toContain('Secret');
});
