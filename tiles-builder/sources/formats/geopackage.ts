/** Reads a layer of a GeoPackage, an SQLite database. Source: OGC 12-128r18. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BadInput } from '../../base/failures/bad-input.ts';
import { chooseLayer } from './choose-layer.ts';
import { inBatches, type Layer, type LayerSource, type StoredFeature, type StoredGeometry } from './layer.ts';
import { numberOrText } from './number-or-text.ts';
import type { StatedCrs } from './projection.ts';
import { geometryOfWkb } from './wkb.ts';

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
      Number(database.prepare(`SELECT count(*) AS count FROM ${quoted(info.table)}`).get()!.count),
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
  if (envelope === undefined || (flags & 0x20) !== 0)
    throw new BadInput(file, where, 'its geometry is damaged, or of a kind beyond the standard');
  if ((flags & 0x10) !== 0) return null;
  return geometryOfWkb(file, where, value.subarray(8 + envelope));
}

function tableOf(file: string, database: DatabaseSync, named: string | undefined): TableInfo {
  const layers = database
    .prepare(
      `SELECT c.table_name AS name, g.column_name AS geometry, g.srs_id AS srs FROM gpkg_contents c
      JOIN gpkg_geometry_columns g ON g.table_name = c.table_name WHERE c.data_type = 'features' ORDER BY 1`,
    )
    .all();
  const table = chooseLayer(
    file,
    layers.map(({ name }) => String(name)),
    named,
  );
  const { geometry, srs } = layers.find(({ name }) => name === table)!;
  const columns = database.prepare(`PRAGMA table_info(${quoted(table)})`).all();
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
  } finally {
    database.close();
  }
}

/** Opens read-only, without side files. */
function openDatabase(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  // Programs with the file open write ahead to this log.
  if (!statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, allowExtension: false });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
