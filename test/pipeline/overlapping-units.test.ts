/** Builds from censuses with levels, overlaps and loose borders. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feature } from 'geojson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { type BuildSummary, buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { writeConfig, writeFeatures } from '../../tiles-builder/simulate/write-sources.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { cornerPlane, HALF_M, writeCornerTown } from '../support/towns/corner-town.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';

const folder = mkdtempSync(join(tmpdir(), 'overlapping-'));
afterAll(() => rmSync(folder, { recursive: true }), 60_000);
const at = (name: string): string => join(folder, name);
const rectangle = rectanglesOn(cornerPlane);

const feature = (code: string, people: number, ...parts: (readonly Position[])[]): Feature => ({
  type: 'Feature',
  id: code,
  properties: { code, people },
  geometry: {
    type: 'MultiPolygon',
    coordinates: parts.map((ring) => [ring.map(([lon, lat]) => [lon, lat])]),
  },
});
const EDGE_M = HALF_M - 200;
const strip = (code: string, people: number, west_m: number, east_m: number): Feature =>
  feature(code, people, rectangle(west_m, -EDGE_M, east_m - west_m, 2 * EDGE_M));

beforeAll(() => {
  writeCornerTown(folder);
});

let built = 0;
async function build(census: object, buildings: object = {}): Promise<BuildSummary> {
  const town = JSON.parse(readFileSync(at('config.json'), 'utf8'));
  const name = `built-${built++}`;
  const own = { ...town, buildings: { ...town.buildings, ...buildings }, census };
  const config = readConfig(writeConfig(folder, own, `${name}.json`));
  return buildDataset(config, at(name), { progress: () => {} });
}
const ofPolygons = (name: string, features: Feature[], more: object = {}): object => {
  writeFeatures(folder, `${name}.geojson`, features);
  return { file: `${name}.geojson`, population: 'people', ...more };
};
const counted = ({ living }: BuildSummary): number => living!.census_total_millipersons / 1_000;

test('units whose borders are loose by up to 4 m count everybody, on land without gaps', async () => {
  const features = [
    strip('west', 500, -EDGE_M, -604),
    strip('middle', 700, -600, 603),
    strip('east', 300, 600, EDGE_M),
    feature('north', 100, rectangle(-EDGE_M, EDGE_M, 2 * EDGE_M, 100)),
    feature('south', 100, rectangle(-EDGE_M, -EDGE_M - 100, 2 * EDGE_M, 100)),
  ];
  const summary = await build(ofPolygons('loose', features));
  expect(counted(summary)).toBeCloseTo(1_700, 0);
  expect(summary.manifest.coverage.living!.map((polygon) => polygon.length)).toEqual([1]);
});
