/** GeoPackages by the letter of their standard. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openGeoPackage } from '../../../tiles-builder/sources/formats/geopackage.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';
import { featuresIn } from './features-in.ts';

/** Little-endian WKB. */
function blob(flags: number, envelope_bytes: number, [x, y]: readonly [number, number] = [7, 8]): Buffer {
  const bytes = Buffer.alloc(8 + envelope_bytes + 21);
  bytes.write('GP', 'latin1');
  bytes[3] = flags;
  bytes.fill(0xaa, 8, 8 + envelope_bytes);
  const wkb = 8 + envelope_bytes;
  bytes[wkb] = 1;
  bytes.writeUInt32LE(1, wkb + 1);
  bytes.writeDoubleLE(x, wkb + 5);
  bytes.writeDoubleLE(y, wkb + 13);
  return bytes;
}

interface Drawn {
  readonly columns?: string;
  readonly rows: readonly (readonly (Buffer | string | number | bigint | null)[])[];
  readonly srs?: number;
  readonly type?: 'TABLE' | 'VIEW';
}

function geoPackage({
  columns = 'fid INTEGER PRIMARY KEY, geom BLOB',
  rows,
  srs = 2154,
  type = 'TABLE',
}: Drawn): string {
  const folder = temporaryFolderOfTest();
  const file = join(folder, 'drawn.gpkg');
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES (2154, 'epsg', 2154, 'PROJCS[]'), (0, 'none', 0, 'undefined'), (-1, 'none', -1, 'undefined'), (99, 'own', 7, 'GEOGCS[]');
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT);
    INSERT INTO gpkg_contents VALUES ('my "layer"', 'features'), ('notes', 'attributes');
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
    INSERT INTO gpkg_geometry_columns VALUES ('my "layer"', 'geom', ${srs});
    CREATE TABLE ${type === 'TABLE' ? '"my ""layer"""' : 'hidden'} (${columns});`);
  for (const row of rows) {
    const table = type === 'TABLE' ? '"my ""layer"""' : 'hidden';
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join()})`).run(...row);
  }
  if (type === 'VIEW') database.exec('CREATE VIEW "my ""layer""" AS SELECT * FROM hidden');
  database.close();
  return file;
}

const read = async (drawn: Drawn) => (await featuresIn(openGeoPackage({ file: geoPackage(drawn) }))).features;

test.each([
  [0b0001, 0],
  [0b0011, 32],
  [0b0101, 48],
  [0b0111, 48],
  [0b1001, 64],
])('behind a header with flags %d are %d bytes of envelope, and then the geometry', async (flags, bytes) => {
  const [{ geometry }] = await read({ rows: [[1, blob(flags, bytes)]] });
  expect(geometry).toEqual({ type: 'Point', coordinates: [7, 8] });
});

test('a geometry that is empty or not there is none', async () => {
  const features = await read({ rows: [[1, null], [2, blob(0b10001, 0).subarray(0, 8)], [3, blob(1, 0)]] }); // biome-ignore format: a line
  expect(features.map(({ geometry }) => geometry === null)).toEqual([true, true, false]);
});

test.each<[string, Buffer | string | number, RegExp]>([
  ['text', 'GP point and more', /feature 1: its geometry is none of a GeoPackage/],
  ['a number', 5, /is none of a GeoPackage/],
  ['seven bytes', blob(1, 0).subarray(0, 7), /is none of a GeoPackage/],
  [
    'another first letter',
    Buffer.concat([Buffer.from('X'), blob(1, 0).subarray(1)]),
    /is none of a GeoPackage/,
  ],
  [
    'another second letter',
    Buffer.concat([Buffer.from('GX'), blob(1, 0).subarray(2)]),
    /is none of a GeoPackage/,
  ],
  ['an unknown envelope', blob(0b1011, 64), /its geometry is damaged/],
  ['a kind of its own', blob(0b100001, 0), /a kind beyond the standard/],
])('%s is no geometry', async (_, value, reason) => {
  await expect(read({ rows: [[1, value]] })).rejects.toThrow(reason);
});

test('properties are all columns but the geometry and the key, whole numbers as such; those without a value are left out', async () => {
  const columns = 'fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, people REAL, floors INTEGER, picture BLOB';
  const rows = [
    [4, blob(1, 0), 'a house', 2.5, 3, Buffer.from('x')],
    [9, blob(1, 0), null, null, -2_147_483_649, null],
  ] as const;
  const layer = openGeoPackage({ file: geoPackage({ columns, rows }) });
  expect(layer.properties).toEqual(['name', 'people', 'floors', 'picture']);
  expect([layer.hasProperty('people'), layer.hasProperty('fid')]).toEqual([true, false]);
  expect(layer.count).toBe(2);
  const features = await read({ columns, rows });
  expect(features.map(({ where, id, properties }) => [where, id, properties])).toEqual([
    ['feature 1', 'fid 4', { name: 'a house', people: 2.5, floors: 3 }],
    ['feature 2', 'fid 9', { floors: -2_147_483_649 }],
  ]);
});

test('without a key, features go by their place', async () => {
  const features = await read({ columns: 'geom BLOB', rows: [[blob(1, 0)], [blob(1, 0)]] });
  expect(features.map(({ id }) => id)).toEqual(['feature 1', 'feature 2']);
});

test.each([
  [2154, { code: 'EPSG:2154', wkt: 'PROJCS[]' }],
  [99, { code: 'OWN:7', wkt: 'GEOGCS[]' }],
  [0, {}],
  [-1, {}],
  [5, {}],
])('the CRS of number %d is what the file says of it', (srs, crs) => {
  expect(openGeoPackage({ file: geoPackage({ rows: [], srs }) }).crs).toEqual(crs);
});

test('a layer that is a view, or lacks its column of geometries, is refused', () => {
  const view = geoPackage({ rows: [[1, blob(1, 0)]], type: 'VIEW' });
  expect(() => openGeoPackage({ file: view })).toThrow(/its layer my "layer" is no table/);
  const bare = geoPackage({ rows: [], columns: 'fid INTEGER PRIMARY KEY, shape BLOB' });
  expect(() => openGeoPackage({ file: bare })).toThrow(/its layer my "layer" has no column geom/);
});
