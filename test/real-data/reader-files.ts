/** Copies of real buildings in each format, by GDAL and ClickHouse; as raster, as many cells. */
import { createReadStream, createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Session } from 'chdb';
import { gdal } from '../support/files/ogr.ts';
import { realDataFolder } from '../support/files/real-data.ts';
import type { ReaderSource } from './read-layer.ts';

/** 2,273 buildings of BD TOPO, absolute heights. */
const REAL = join(realDataFolder, 'formats/BATIMENT.shp');
const REAL_BUILDINGS = 2_273;
/** Aruba by cells of 3 seconds. */
const REAL_RASTER = join(realDataFolder, 'formats/abw_ppp_2020_UNadj_constrained.tif');
const REAL_CELLS = 9_352;
const ARUBA = [-71, 12, -69, 13] as const;
const STEP_M = 5_000;
const COPIES_A_ROW = 20;
const PROPERTIES = 'ID, NATURE, USAGE1, USAGE2, LEGER, ETAT, NB_LOGTS, NB_ETAGES, HAUTEUR';
/** ClickHouse would guess from the first rows. */
const TYPES = `WKT String, ID String, NATURE Nullable(String), USAGE1 Nullable(String), USAGE2 Nullable(String), LEGER Nullable(String),
  ETAT Nullable(String), NB_LOGTS Nullable(Int32), NB_ETAGES Nullable(Int32), HAUTEUR Nullable(Float64)`;
const DEGREES = 'EPSG:4326';

export const READER_FORMATS = [
  'gpkg',
  'shp',
  'fgb',
  'parquet',
  'geojson',
  'geojsonl',
  'geojsonl.gz',
  'csv',
  'tif',
] as const;
export type ReaderFormat = (typeof READER_FORMATS)[number];

export class ReaderFiles {
  readonly #folder: string;
  readonly #base: string;
  readonly #buildings: number;

  /** @throws Error if GDAL fails */
  constructor(folder: string, buildings: number) {
    this.#folder = folder;
    this.#buildings = buildings;
    this.#base = join(folder, 'buildings.gpkg');
    const copies = Math.ceil(buildings / REAL_BUILDINGS);
    const [east_m, north_m] = [`(n % ${COPIES_A_ROW}) * ${STEP_M}`, `(n / ${COPIES_A_ROW}) * ${STEP_M}`];
    const sql = `WITH RECURSIVE copies(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM copies WHERE n < ${copies - 1})
      SELECT CastToMultiPolygon(ST_Translate(geometry, ${east_m}, ${north_m}, 0)) AS geometry, ${PROPERTIES}
      FROM copies, BATIMENT LIMIT ${buildings}`;
    const output = ['-nln', 'buildings', '-nlt', 'MULTIPOLYGON25D', '-lco', 'SPATIAL_INDEX=NO'];
    gdal('ogr2ogr', [this.#base, REAL, '-dialect', 'SQLITE', '-sql', sql, ...output, '-gt', '65536']);
  }

  /** @throws Error if GDAL or ClickHouse fails */
  async make(format: ReaderFormat): Promise<ReaderSource> {
    const file = join(this.#folder, `buildings.${format}`);
    switch (format) {
      case 'gpkg':
        return { file };
      case 'shp':
      case 'fgb':
        gdal('ogr2ogr', [file, this.#base]);
        return { file };
      case 'geojson':
      case 'geojsonl':
        gdal('ogr2ogr', [file, this.#base, '-t_srs', DEGREES]);
        return { file };
      case 'geojsonl.gz': {
        const lines = join(this.#folder, 'for-gzip.geojsonl');
        gdal('ogr2ogr', [lines, this.#base, '-t_srs', DEGREES]);
        await pipeline(createReadStream(lines), createGzip(), createWriteStream(file));
        rmSync(lines);
        return { file };
      }
      case 'csv':
        return { file: this.#makeCsv(file), crs: DEGREES };
      case 'tif':
        return this.#makeRaster(file);
      case 'parquet': {
        const table = this.#makeCsv(join(this.#folder, 'for-parquet.csv'));
        const session = new Session();
        session.query(
          `INSERT INTO FUNCTION file('${file}', Parquet)
          SELECT readWKTMultiPolygon(WKT) AS geometry, ${PROPERTIES} FROM file('${table}', CSVWithNames, '${TYPES}')`,
        );
        session.cleanup();
        rmSync(table);
        return { file };
      }
    }
  }

  #makeRaster(file: string): ReaderSource {
    const percent = `${100 * Math.ceil(Math.sqrt(this.#buildings / REAL_CELLS))}%`;
    const packed = ['-co', 'COMPRESS=LZW', '-co', 'PREDICTOR=3'];
    gdal('gdal_translate', [REAL_RASTER, file, '-outsize', percent, percent, '-r', 'nearest', ...packed]);
    const coverage = join(this.#folder, 'aruba.geojson');
    const [west, south, east, north] = ARUBA;
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: a line
    writeFileSync(coverage, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    return { file, coverage };
  }

  #makeCsv(file: string): string {
    const output = ['-lco', 'GEOMETRY=AS_WKT', '-lco', 'STRING_QUOTING=IF_NEEDED'];
    gdal('ogr2ogr', [file, this.#base, '-t_srs', DEGREES, '-dim', 'XY', ...output]);
    return file;
  }
}
