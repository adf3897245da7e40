/** Files larger than the reader's memory, in each format: copies of real buildings, and a raster of as many cells. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { describeOnRealData, realDataFolder, runsAllPlaces } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { newChdbSession } from '../support/processes/chdb.ts';
import { rectangle } from '../support/zones/rectangle.ts';

/** What a reader holds in memory shows with the larger number alone. */
const FEATURES = runsAllPlaces ? 50_000 : 15_000;
/** Too little for 50,000 features. */
const HEAP_MB = 48;
const MOST_MB = 400;
/** Coordinates are rounded. */
const TOLERANCE = 1e-6;
/** 2,273 buildings of BD TOPO. */
const REAL = join(realDataFolder, 'formats/BATIMENT.shp');
/** Aruba by 9,352 cells of 3 seconds, each cut into six. */
const REAL_RASTER = join(realDataFolder, 'formats/abw_ppp_2020_UNadj_constrained.tif');
const PROPERTIES = 'ID, NATURE, USAGE1, USAGE2, LEGER, ETAT, NB_LOGTS, NB_ETAGES, HAUTEUR';
const COPIES = `WITH RECURSIVE copies(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM copies WHERE n < 21)
  SELECT CastToMultiPolygon(ST_Translate(geometry, (n % 20) * 5000, (n / 20) * 5000, 0)) AS geometry, ${PROPERTIES}
  FROM copies, BATIMENT LIMIT ${FEATURES}`;
/** ClickHouse would guess from the first rows. */
const TYPES = `WKT String, ID String, NATURE Nullable(String), USAGE1 Nullable(String), USAGE2 Nullable(String), LEGER Nullable(String),
  ETAT Nullable(String), NB_LOGTS Nullable(Int32), NB_ETAGES Nullable(Int32), HAUTEUR Nullable(Float64)`;
const TO_DEGREES = ['-t_srs', 'EPSG:4326'];

describeOnRealData('readers', () => {
  describeWithGdal(`of ${FEATURES} features`, () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const base = at('buildings.gpkg');

    function expectSums(words: readonly string[], expected: Readonly<Record<string, number>>): void {
      const program = [
        `--max-old-space-size=${HEAP_MB}`,
        join(import.meta.dirname, 'read-layer.ts'),
        ...words,
      ];
      const { sums, max_rss_mb } = JSON.parse(execFileSync(process.execPath, program, { encoding: 'utf8' }));
      expect(Object.keys(sums)).toEqual(Object.keys(expected));
      for (const [name, sum] of Object.entries(expected))
        expect(Math.abs(sums[name] / sum - 1), `${words[0]}: ${name}`).toBeLessThan(TOLERANCE);
      expect(max_rss_mb, words[0]).toBeLessThan(MOST_MB);
    }

    test('find in vector formats what ogr2ogr finds, and never have all in memory', () => {
      const output = [
        '-nln',
        'buildings',
        '-nlt',
        'MULTIPOLYGON25D',
        '-lco',
        'SPATIAL_INDEX=NO',
        '-gt',
        '65536',
      ];
      gdal('ogr2ogr', [base, REAL, '-dialect', 'SQLITE', '-sql', COPIES, ...output]);
      const sql = `SELECT count(*), printf('%.17g', sum(ST_Area(ST_Transform(geometry, 4326)))),
        sum(CAST(NB_LOGTS AS INTEGER)), sum(length(ID)) FROM buildings`;
      const csv = gdal('ogr2ogr', ['-f', 'CSV', '/vsistdout/', base, '-dialect', 'SQLITE', '-sql', sql]);
      const [features, area, dwellings, letters_of_ids] = csv.split('\n')[1]!.replaceAll('"', '').split(',').map(Number); // biome-ignore format: a line
      expect(features).toBe(FEATURES);
      const expected = {
        features: features!,
        area: area!,
        dwellings: dwellings!,
        letters_of_ids: letters_of_ids!,
      };

      gdal('ogr2ogr', [at('buildings.csv'), base, ...TO_DEGREES, '-dim', 'XY', '-lco', 'GEOMETRY=AS_WKT', '-lco', 'STRING_QUOTING=IF_NEEDED']); // biome-ignore format: a line
      const session = newChdbSession();
      session.query(`INSERT INTO FUNCTION file('${at('buildings.parquet')}', Parquet) SELECT readWKTMultiPolygon(WKT) AS geometry,
        ${PROPERTIES} FROM file('${at('buildings.csv')}', CSVWithNames, '${TYPES}')`);
      session.cleanup();
      gdal('ogr2ogr', [at('buildings.shp'), base]);
      gdal('ogr2ogr', [at('buildings.geojson'), base, ...TO_DEGREES]);
      gdal('ogr2ogr', [at('buildings.geojsonl'), base, ...TO_DEGREES]);
      execFileSync('gzip', ['--keep', at('buildings.geojsonl')]);
      for (const ending of ['gpkg', 'shp', 'parquet', 'geojson', 'geojsonl.gz'])
        expectSums([at(`buildings.${ending}`)], expected);
      expectSums([at('buildings.csv'), 'EPSG:4326'], expected);
      // Lines are read compressed, too.
      if (runsAllPlaces) expectSums([at('buildings.geojsonl')], expected);
    }, 900_000);

    test('find in a raster what gdal_translate finds', () => {
      const [file, coverage] = [at('cells.tif'), at('aruba.geojson')];
      gdal('gdal_translate', [REAL_RASTER, file, '-outsize', '250%', '250%', '-r', 'nearest', '-co', 'COMPRESS=LZW', '-co', 'PREDICTOR=3']); // biome-ignore format: a line
      writeFileSync(
        coverage,
        JSON.stringify({ type: 'Polygon', coordinates: [rectangle(-71, 12, -69, 13)] }),
      );
      const rows = gdal('gdal_translate', ['-q', '-of', 'XYZ', file, '/vsistdout/']).trim().split('\n');
      const people = rows.map((row) => Number(row.split(' ')[2])).filter((own) => own > 0);
      expectSums([file, coverage], {
        features: people.length,
        people: people.reduce((sum, own) => sum + own),
      });
    }, 300_000);
  });
});
