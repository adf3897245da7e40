/** Reads a layer of a GeoPackage, an SQLite database. Source: OGC 12-128r18. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BadInput } from '../../base/failures/bad-input.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { chooseLayer } from './choose-layer.ts';
import { inBatches, type Layer, type LayerSource, type StoredFeature, type StoredGeometry } from './layer.ts';
import { numberOrText } from './number-or-text.ts';
import type { StatedCrs } from './projection.ts';
import { CurvedGeometry, readWkb, STRAIGHTEN } from './wkb.ts';

const LARGEST_VALUE_BYTES = 100_000_000;
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

interface TableInfo {
  readonly table: string;
  readonly geometry: string;
  readonly id: string | null;
  readonly names: readonly string[];
  readonly crs: StatedCrs;
}

export function openGeoPackage({ file, layer }: LayerSource): Layer {
  const info = withDatabase(file, (database) => tableOf(file, database, layer));
  const { names, crs } = info;
  return {
    crs,
    properties: names,
    hasProperty: (name) => names.includes(name),
    count: withDatabase(file, (database) =>
      Number(one(database, `SELECT count(*) AS count FROM ${quoted(info.table)}`)?.count ?? 0),
    ),
    batches: () => inBatches(featuresOf(file, info)),
  };
}

function* featuresOf(file: string, { table, geometry, id, names }: TableInfo): Generator<StoredFeature> {
  const database = openDatabase(file);
  let row = 0;
  try {
    const statement = database.prepare(`SELECT * FROM ${quoted(table)}`);
    statement.setReadBigInts(true);
    for (const values of statement.iterate()) {
      const where = `feature ${++row}`;
      const properties: Record<string, unknown> = {};
      for (const name of names) {
        const value = values[name];
        if (value === null || value instanceof Uint8Array) continue;
        properties[name] = typeof value === 'bigint' ? numberOrText(value) : value;
      }
      yield {
        where,
        id: id === null ? where : `${id} ${values[id]}`,
        properties,
        geometry: geometryOf(file, where, values[geometry]),
      };
    }
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(
      file,
      row === 0 ? null : `after feature ${row}`,
      `is damaged: ${(cause as Error).message}`,
    );
  } finally {
    database.close();
  }
}

function geometryOf(file: string, where: string, value: unknown): StoredGeometry | null {
  if (value === null) return null;
  if (!(value instanceof Uint8Array) || value.length < 8 || value[0] !== 0x47 || value[1] !== 0x50) {
    throw new BadInput(file, where, 'its geometry is none of a GeoPackage');
  }
  const flags = value[3];
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelope === undefined) throw new BadInput(file, where, 'its geometry is damaged');
  if ((flags & 0x20) !== 0) throw new BadInput(file, where, 'its geometry is of a kind beyond the standard');
  if ((flags & 0x10) !== 0) return null;
  try {
    return readWkb(value.subarray(8 + envelope));
  } catch (cause) {
    throw new BadInput(
      file,
      where,
      (cause as Error).message,
      cause instanceof CurvedGeometry ? STRAIGHTEN : null,
    );
  }
}

function tableOf(file: string, database: DatabaseSync, named: string | undefined): TableInfo {
  const layers = database
    .prepare(
      `SELECT c.table_name AS name, g.column_name AS geometry, g.srs_id AS srs, m.type AS type
      FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
      LEFT JOIN sqlite_master m ON lower(m.name) = lower(c.table_name) WHERE c.data_type = 'features' ORDER BY 1`,
    )
    .all();
  const table = chooseLayer(
    file,
    layers.map(({ name }) => String(name)),
    named,
  );
  const { geometry, srs, type } = layers.find(({ name }) => name === table)!;
  if (type !== 'table') {
    throw new BadInput(
      file,
      null,
      `its layer ${table} is no table`,
      'Export the layer into a GeoPackage of its own.',
    );
  }
  const columns = database.prepare(`PRAGMA table_info(${quoted(table)})`).all();
  if (!columns.some(({ name }) => name === geometry)) {
    throw new BadInput(file, null, `is damaged: its layer ${table} has no column ${geometry}`);
  }
  const id = columns.find(({ pk }) => pk === 1)?.name;
  return {
    table,
    geometry: String(geometry),
    id: id === undefined ? null : String(id),
    names: columns.map(({ name }) => String(name)).filter((name) => name !== geometry && name !== id),
    crs: crsOf(database, Number(srs)),
  };
}

function crsOf(database: DatabaseSync, srs: number): StatedCrs {
  const found = database
    .prepare(
      'SELECT organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    )
    .get(srs);
  if (!found || srs <= 0) return {};
  const { organization, code, definition } = found;
  return { code: `${organization}:${code}`.toUpperCase(), wkt: String(definition) };
}

function withDatabase<T>(file: string, use: (database: DatabaseSync) => T): T {
  const database = openDatabase(file);
  try {
    return use(database);
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(file, null, `is no GeoPackage, or is damaged: ${(cause as Error).message}`);
  } finally {
    database.close();
  }
}

/** Opens read-only, without side files, triggers or views. */
export function openDatabase(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  try {
    if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    // Programs with the file open write ahead to this log.
    if (!statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) url.searchParams.set('immutable', '1');
    const database = new DatabaseSync(url, { readOnly: true, allowExtension: false });
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    database.limits.length = LARGEST_VALUE_BYTES;
    return database;
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'is no GeoPackage'));
  }
}

const one = (database: DatabaseSync, sql: string): Record<string, unknown> | undefined =>
  database.prepare(sql).get();
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
