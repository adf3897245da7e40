import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import { expect, onTestFinished, test } from 'vitest';
import type { Ring } from '../../src/geo/positions.ts';
import { signedDoubleArea } from '../../src/geo/positions.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import type { CensusConfig } from '../../tiles-builder/sources/config/config.ts';
import { type Feature, featuresOf, geometryRings } from '../../tiles-builder/sources/feature-geometry.ts';
import type { LayerSource } from '../../tiles-builder/sources/formats/layer.ts';
import { withLayer } from '../../tiles-builder/sources/formats/open-layer.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { newChdbSession } from '../support/processes/chdb.ts';

const folder = temporaryFolder();
const inFormats = (name: string): string => join(realDataFolder, 'formats', name);

async function readAll(source: LayerSource): Promise<Feature[]> {
  const features: Feature[] = [];
  await withLayer(source, tmpdir(), async (layer) => {
    for await (const batch of featuresOf(source, layer)) features.push(...batch);
  });
  return features;
}

/** @param crs for a file without one */
function readByGdal(file: string, layer?: string, crs?: string): FeatureCollection {
  const from = crs === undefined ? [] : ['-s_srs', crs];
  const text = gdal('ogr2ogr', [
    ...['-f', 'GeoJSON', '/vsistdout/', file, ...(layer === undefined ? [] : [layer])],
    ...[...from, '-t_srs', 'EPSG:4326', '-lco', 'COORDINATE_PRECISION=10', '-dim', 'XY'],
  ]);
  return JSON.parse(text) as FeatureCollection;
}

/** Projections differ by up to 7 cm. */
const PLACE_DEGREES = 1e-6;
const doubleArea = (rings: readonly Ring[]): number =>
  rings.reduce((sum, ring) => sum + Math.abs(signedDoubleArea(ring)), 0);

function comparable(properties: Readonly<Record<string, unknown>> | null): Record<string, unknown> {
  const entries = Object.entries(properties ?? {}).flatMap(([key, value]): [string, unknown][] => {
    if (value === null || value === '' || key === 'WKT' || key === 'binary') return [];
    return [[key, typeof value === 'object' ? JSON.stringify(value) : value]];
  });
  return Object.fromEntries(entries.sort());
}

function expectSameFeatures(found: readonly Feature[], { features }: FeatureCollection): void {
  expect(found).toHaveLength(features.length);
  let [area, areaByGdal] = [0, 0];
  for (const [i, feature] of found.entries()) {
    const other = features[i];
    expect(comparable(feature.properties)).toEqual(comparable(other.properties));
    const ringsOf = (geometry: unknown): Ring[] =>
      geometryRings('', { ...feature, geometry: geometry as Feature['geometry'] });
    const [rings, ringsByGdal] = [ringsOf(feature.geometry), ringsOf(other.geometry)];
    expect(rings.map((ring) => ring.length).sort()).toEqual(ringsByGdal.map((ring) => ring.length).sort());
    for (const axis of [0, 1]) {
      const sum = (of: readonly Ring[]): number =>
        of.flat().reduce((all, position) => all + position[axis], 0);
      const count = rings.flat().length;
      expect(Math.abs(sum(rings) - sum(ringsByGdal))).toBeLessThanOrEqual(PLACE_DEGREES * count);
    }
    area += doubleArea(rings);
    areaByGdal += doubleArea(ringsByGdal);
  }
  expect(Math.abs(area - areaByGdal)).toBeLessThanOrEqual(1e-6 * areaByGdal);
}

describeOnRealData('files as users have them', () => {
  describeWithGdal('are read as GDAL reads them', () => {
    test.each([
      ['BATIMENT.shp', undefined, undefined, 2273],
      ['COMMUNE.shp', undefined, undefined, 1],
      ['olemps.gpkg', 'batiment', undefined, 2273],
      ['olemps.gpkg', 'commune', undefined, 1],
      ['batiment_wkt.csv', undefined, 'EPSG:2154', 300],
      ['helsinki_population_grid_2020.gpkg', undefined, undefined, 92],
    ])('%s %s', async (name, layer, crs, count) => {
      const file = inFormats(name);
      const found = await readAll({ file, layer, crs });
      expect(found).toHaveLength(count);
      expectSameFeatures(found, readByGdal(file, layer, crs));
    });

    test.each([
      ['zurich_buildings.geoparquet', 5541],
      ['polys.parquet', 5],
    ])('%s, taken apart by ClickHouse', async (name, count) => {
      const found = await readAll({ file: inFormats(name) });
      expect(found).toHaveLength(count);
      const names = [...new Set(found.flatMap(({ properties }) => Object.keys(properties)))];
      const session = newChdbSession();
      onTestFinished(() => session.cleanup());
      const columns = ['hex(geometry) AS shape', ...names.map((column) => `\`${column}\``)];
      const csv = session.query(
        `SELECT ${columns.join(', ')} FROM file('${inFormats(name)}', Parquet)
        SETTINGS input_format_parquet_allow_geoparquet_parser = 0`,
        'CSVWithNames',
      );
      writeFileSync(join(folder, 'table.csv'), csv);
      const vrt = join(folder, 'table.vrt');
      writeFileSync(
        vrt,
        `<OGRVRTDataSource><OGRVRTLayer name="table"><SrcDataSource relativeToVRT="1">table.csv</SrcDataSource>
        <GeometryType>wkbUnknown</GeometryType><LayerSRS>EPSG:4326</LayerSRS>
        <GeometryField encoding="WKB" field="shape"/></OGRVRTLayer></OGRVRTDataSource>`,
      );
      const asText = found.map((feature): Feature => ({ ...feature, properties: feature.tags }));
      const byGdal = readByGdal(vrt);
      for (const { properties } of byGdal.features) {
        delete properties!.shape;
        for (const [key, value] of Object.entries(properties!)) if (value === '\\N') properties![key] = null;
      }
      expectSameFeatures(asText, byGdal);
    });
  });

  test('GeoParquet with geometries as nested lists is refused with the command that converts it', async () => {
    await expect(readAll({ file: inFormats('native_encoded.parquet') })).rejects.toMatchObject({
      message: expect.stringContaining('has geometries in the encoding multipolygon, which is not read'),
      advice: expect.stringContaining('ogr2ogr'),
    });
  });

  test('a raster has the people of its cells, each at its place', async () => {
    const file = inFormats('abw_ppp_2020_UNadj_constrained.tif');
    const [everywhere, elsewhere] = [{ nodata: 'unknown' as const }, { coverage: inFormats('COMMUNE.shp') }];
    const units = await readCensus({ file, ...everywhere }, () => {});
    const peopled = await readCensus({ file, ...elsewhere }, () => {});
    expect(units).toHaveLength(9_742);
    expect(peopled).toHaveLength(9_352);
    for (const { people } of [units, peopled])
      expect(people.reduce((sum, own) => sum + own, 0)).toBeCloseTo(106_766, -1);
    await expect(readCensus({ file }, () => {})).rejects.toThrow(/does not say whether a cell without data/);
  });

  test.each<[CensusConfig, number]>([
    [
      { file: 'census/Filosofi2015_carreaux_200m_paris.csv', square: 'IdINSPIRE', population: 'Ind' },
      2_101_351,
    ],
    [{ file: 'census/filosofi2019_200m_riviera.csv', square: 'idcar_200m', population: 'ind' }, 52_963],
    [{ file: 'census/geostat_1km_2011_malta.csv', square: 'GRD_ID', population: 'TOT_P' }, 417_449],
    [{ file: 'census/geostat_1km_2021_porto.csv', square: 'GRD_ID', population: 'TOT_P' }, 1_522_156],
    [{ file: 'formats/helsinki_population_grid_2020.gpkg', population: 'population' }, 71_724],
    [{ file: 'formats/abw_ppp_2020_UNadj_constrained.tif', nodata: 'unknown' }, 106_766],
    [{ file: 'formats/BATIMENT.shp', population: 'NB_LOGTS', suppressed: { text: '', people: 0 } }, 1_429],
  ])('%j has its known people', async (config, people) => {
    const units = await readCensus({ ...config, file: join(realDataFolder, config.file) }, () => {});
    expect(units.people.reduce((sum, own) => sum + own, 0)).toBeCloseTo(people, 2);
  });
});
