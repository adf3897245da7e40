/** The same buildings in each format that is read: copies of real ones side by side, made by GDAL, Parquet by ClickHouse. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from 'chdb';
import type { LayerSource } from '../../tiles-builder/read/formats/layer.ts';
import { gdal } from '../support/ogr.ts';
import { realDataFolder } from '../support/real-data.ts';

/** 2,273 buildings of BD TOPO, polygons with heights above the sea. */
const REAL = join(realDataFolder, 'formats/BATIMENT.shp');
const REAL_BUILDINGS = 2_273;
/** Copies lie this far apart, so many beside one another. */
const STEP_M = 5_000;
const COPIES_A_ROW = 20;
/** What is known of a building beside its outline: texts and numbers, as a national map has them. */
const PROPERTIES = 'ID, NATURE, USAGE1, USAGE2, LEGER, ETAT, NB_LOGTS, NB_ETAGES, HAUTEUR';
const DEGREES = 'EPSG:4326';

export const READER_FORMATS = ['gpkg', 'shp', 'fgb', 'parquet', 'geojson', 'geojsonl', 'csv'] as const;
export type ReaderFormat = (typeof READER_FORMATS)[number];

export const isReaderFormat = (name: string): name is ReaderFormat =>
  (READER_FORMATS as readonly string[]).includes(name);

/** The files of a number of buildings, each made when it is asked for, in a folder that is there. */
export class ReaderFiles {
  readonly #folder: string;
  readonly #base: string;

  /** @throws Error where GDAL fails */
  constructor(folder: string, buildings: number) {
    this.#folder = folder;
    this.#base = join(folder, 'buildings.gpkg');
    const copies = Math.ceil(buildings / REAL_BUILDINGS);
    const [east_m, north_m] = [`(n % ${COPIES_A_ROW}) * ${STEP_M}`, `(n / ${COPIES_A_ROW}) * ${STEP_M}`];
    const sql = `WITH RECURSIVE copies(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM copies WHERE n < ${copies - 1})
      SELECT CastToMultiPolygon(ST_Translate(geometry, ${east_m}, ${north_m}, 0)) AS geometry, ${PROPERTIES}
      FROM copies, BATIMENT LIMIT ${buildings}`;
    const output = ['-nln', 'buildings', '-nlt', 'MULTIPOLYGON25D', '-lco', 'SPATIAL_INDEX=NO'];
    gdal('ogr2ogr', [this.#base, REAL, '-dialect', 'SQLITE', '-sql', sql, ...output, '-gt', '65536']);
  }

  /** @throws Error where GDAL or ClickHouse fails */
  make(format: ReaderFormat): LayerSource {
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
      case 'csv':
        return { file: this.#makeCsv(file), crs: DEGREES };
      case 'parquet': {
        const table = this.#makeCsv(join(this.#folder, 'for-parquet.csv'));
        const session = new Session();
        session.query(
          `INSERT INTO FUNCTION file('${file}', Parquet)
          SELECT readWKTMultiPolygon(WKT) AS geometry, ${PROPERTIES} FROM file('${table}', CSVWithNames)`,
        );
        session.cleanup();
        rmSync(table);
        return { file };
      }
    }
  }

  #makeCsv(file: string): string {
    const output = ['-lco', 'GEOMETRY=AS_WKT', '-lco', 'STRING_QUOTING=IF_NEEDED'];
    gdal('ogr2ogr', [file, this.#base, '-t_srs', DEGREES, '-dim', 'XY', ...output]);
    return file;
  }
}
