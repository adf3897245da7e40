/** Censuses with levels, overlaps and loose borders. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feature } from 'geojson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { type BuildSummary, buildDataset } from '../../tiles-builder/build/build-dataset.ts';
import { readConfig } from '../../tiles-builder/config/config.ts';
import { describeBalance } from '../../tiles-builder/examine/describe-balance.ts';
import { EUROPEAN_GRID, gridPlaceOf, gridSquareId } from '../../tiles-builder/read/census/grid-square.ts';
import { writeConfig, writeFeatures, writeRows } from '../../tiles-builder/simulate/write-sources.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
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

test('an overlap of 60 m stops the build unless the configuration decides, and then loses nobody', async () => {
  const features = [strip('west', 500, -EDGE_M, 60), strip('east', 700, 0, EDGE_M)];
  await expect(build(ofPolygons('overlap', features))).rejects.toThrow(
    /overlap\.geojson: units overlap.*east \(700 people\) and west \(500\) share 0\.2 km²/,
  );
  const summary = await build(ofPolygons('overlap', features, { overlaps: 'finer' }));
  expect(counted(summary)).toBeCloseTo(1_200, 1);
  expect(summary.warnings.join()).toMatch(/1 pair of units overlap/);
}, 60_000);

test('a coverage of two polygons that overlap is their union', async () => {
  const coverage = [strip('a', 0, -EDGE_M, 600), strip('b', 0, -600, EDGE_M)];
  writeFeatures(folder, 'coverage.geojson', coverage);
  const census = ofPolygons('whole', [strip('all', 1_200, -EDGE_M, EDGE_M)], {
    coverage: 'coverage.geojson',
  });
  expect(counted(await build(census))).toBeCloseTo(1_200, 0);
}, 60_000);

test('units that overlap across the edge of the map count as units drawn side by side', async () => {
  const units = (end_m: number): Feature[] => [
    strip('west', 500, -HALF_M - 1_000, end_m),
    strip('east', 700, 0, HALF_M + 900),
  ];
  const [overlapping, beside] = [
    await build(ofPolygons('edge', units(100), { overlaps: 'finer' })),
    await build(ofPolygons('beside', units(0))),
  ];
  expect(counted(overlapping)).toBeLessThan(1_200);
  expect(counted(overlapping)).toBeCloseTo(counted(beside), 0);
}, 60_000);

test('squares of 200 m and 1 km in one CSV count each person once', async () => {
  const [east_m, north_m] = squareAround();
  const rows = [`${gridSquareId({ projection: EUROPEAN_GRID, size_m: 1_000, east_m, north_m })},900`];
  for (let i = 0; i < 25; i++) {
    const fine = {
      projection: EUROPEAN_GRID,
      size_m: 200,
      east_m: east_m + 200 * (i % 5),
      north_m: north_m + 200 * Math.floor(i / 5),
    };
    rows.push(`${gridSquareId(fine)},36`);
  }
  writeRows(folder, 'squares.csv', 'id,people', rows);
  const summary = await build({ file: 'squares.csv', square: 'id', population: 'people' });
  expect(counted(summary)).toBeLessThan(900.5);
  expect(summary.warnings.join()).toMatch(/900 people are listed in 1 census unit and in finer squares/);
}, 60_000);

const squareAround = (): number[] =>
  gridPlaceOf(cornerPlane.toPosition([0, 0]), EUROPEAN_GRID).map(
    (metres) => Math.floor(metres / 1_000) * 1_000,
  );

describeWithGdal('a GeoPackage and a Shapefile of two levels', () => {
  test.each(['gpkg', 'shp'])(
    'in .%s count each person once where they are nested',
    async (ending) => {
      const features = [
        strip('county', 2_400, -EDGE_M, EDGE_M),
        strip('west', 1_000, -EDGE_M, 0),
        strip('east', 1_400, 0, EDGE_M),
      ];
      writeFeatures(folder, 'levels.geojson', features);
      const file = `levels.${ending}`;
      gdal('ogr2ogr', [at(file), at('levels.geojson')]);
      const summary = await build({ file, population: 'people', overlaps: 'nested' });
      expect(counted(summary)).toBeCloseTo(2_400, 0);
      expect(summary.examination.living_km2).toBeCloseTo((2 * EDGE_M) ** 2 / 1e6, 1);
    },
    60_000,
  );
});

test.each<[string, 'finer' | 'nested', Feature[], Record<string, number>]>([
  [
    'nested units',
    'nested',
    [
      strip('county', 2_400, -EDGE_M, EDGE_M),
      strip('west', 1_000, -EDGE_M, 0),
      strip('east', 1_300, 0, EDGE_M),
    ],
    { counted: 2_300, in_other_units: 2_300, without_land: 100 },
  ],
  [
    'a sum listed with its parts',
    'finer',
    [strip('sum', 2_400, -EDGE_M, EDGE_M), strip('west', 1_000, -EDGE_M, 0), strip('east', 1_400, 0, EDGE_M)],
    { counted: 2_400, in_other_units: 0, without_land: 2_400 },
  ],
  [
    'a unit listed twice',
    'finer',
    [
      strip('west', 1_000, -EDGE_M, 0),
      strip('west again', 1_000, -EDGE_M, 0),
      strip('east', 1_400, 0, EDGE_M),
    ],
    { counted: 2_400, in_other_units: 1_000, without_land: 0 },
  ],
])(
  'the balance of %s is that of the file',
  async (name, overlaps, features, expected) => {
    const { examination } = await build(ofPolygons(name.replaceAll(' ', '-'), features, { overlaps }));
    const listed = features.reduce((sum, { properties }) => sum + properties!.people, 0);
    const balance = describeBalance(examination.census[0], false);
    expect(balance).toContain(
      `${listed.toLocaleString('en')} people in ${features.length} units of the file`,
    );
    const figures = {
      counted: /= ([\d,]+) counted/,
      in_other_units: /([\d,]+) who count in other units/,
      without_land: /([\d,]+) who live in units all of whose land/,
    };
    const found = Object.entries(figures).map(([reason, pattern]) => [
      reason,
      Number((pattern.exec(balance)?.[1] ?? '0').replaceAll(',', '')),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  },
  60_000,
);
