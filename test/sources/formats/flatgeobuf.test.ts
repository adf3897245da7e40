/** FlatGeobuf files by schema, also with false metadata. */
import { readFileSync } from 'node:fs';
import { Builder } from 'flatbuffers';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { describe, expect, test } from 'vitest';
import { openFlatGeobuf } from '../../../tiles-builder/sources/formats/flatgeobuf.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { featuresIn } from './features-in.ts';

const scratch = scratchFolder();

interface DrawnGeometry {
  readonly xy?: readonly number[];
  readonly ends?: readonly number[];
  readonly parts?: readonly DrawnGeometry[];
}

interface Drawn {
  readonly type: GeometryType;
  readonly columns?: readonly ColumnType[];
  readonly features: readonly { readonly properties?: Uint8Array; readonly geometry?: DrawnGeometry }[];
  /** By default the true one. */
  readonly count?: number;
  readonly nodeSize?: number;
  readonly index?: number;
  readonly crs?: {
    readonly org?: string;
    readonly code?: number;
    readonly code_string?: string;
    readonly wkt?: string;
  };
}

function geometryIn(builder: Builder, { xy, ends, parts }: DrawnGeometry): number {
  const [xyAt, endsAt, partsAt] = [
    xy && Geometry.createXyVector(builder, [...xy]),
    ends && Geometry.createEndsVector(builder, [...ends]),
    parts && Geometry.createPartsVector(builder, parts.map((part) => geometryIn(builder, part))), // biome-ignore format: a line
  ];
  Geometry.startGeometry(builder);
  if (xyAt !== undefined) Geometry.addXy(builder, xyAt);
  if (endsAt !== undefined) Geometry.addEnds(builder, endsAt);
  if (partsAt !== undefined) Geometry.addParts(builder, partsAt);
  return Geometry.endGeometry(builder);
}

function crsIn(builder: Builder, { org, code, code_string, wkt }: NonNullable<Drawn['crs']>): number {
  const [orgAt, codeAt, wktAt] = [org, code_string, wkt].map((text) => text && builder.createString(text));
  Crs.startCrs(builder);
  if (orgAt) Crs.addOrg(builder, Number(orgAt));
  if (codeAt) Crs.addCodeString(builder, Number(codeAt));
  if (wktAt) Crs.addWkt(builder, Number(wktAt));
  if (code !== undefined) Crs.addCode(builder, code);
  return Crs.endCrs(builder);
}

function flatGeobuf({ type, columns = [], features, count, nodeSize = 0, index = 0, crs }: Drawn): string {
  const header = new Builder();
  const columnsAt = columns.map((own, i) => {
    const name = header.createString(`c${i}`);
    Column.startColumn(header);
    Column.addName(header, name);
    Column.addType(header, own);
    return Column.endColumn(header);
  });
  const list = Header.createColumnsVector(header, columnsAt);
  const crsAt = crs && crsIn(header, crs);
  Header.startHeader(header);
  if (crsAt !== undefined) Header.addCrs(header, crsAt);
  Header.addGeometryType(header, type);
  Header.addColumns(header, list);
  Header.addFeaturesCount(header, BigInt(count ?? features.length));
  Header.addIndexNodeSize(header, nodeSize);
  Header.finishSizePrefixedHeaderBuffer(header, Header.endHeader(header));
  const written = features.map(({ properties, geometry }) => {
    const builder = new Builder();
    const geometryAt = geometry && geometryIn(builder, geometry);
    const propertiesAt = properties && Feature.createPropertiesVector(builder, properties);
    Feature.startFeature(builder);
    if (geometryAt !== undefined) Feature.addGeometry(builder, geometryAt);
    if (propertiesAt !== undefined) Feature.addProperties(builder, propertiesAt);
    Feature.finishSizePrefixedFeatureBuffer(builder, Feature.endFeature(builder));
    return builder.asUint8Array();
  });
  const magic = Buffer.from('fgb\u0003fgb\u0000');
  return scratch('drawn.fgb', Buffer.concat([magic, header.asUint8Array(), Buffer.alloc(index), ...written]));
}

const read = async (drawn: Drawn) => (await featuresIn(openFlatGeobuf(flatGeobuf(drawn)))).features;

function cellOf(column: number, bytes: number, set: (view: DataView) => void): Buffer {
  const value = new DataView(new ArrayBuffer(2 + bytes));
  value.setUint16(0, column, true);
  set(new DataView(value.buffer, 2));
  return Buffer.from(value.buffer);
}
const textOf = (column: number, text: string): Buffer => {
  const bytes = Buffer.from(text);
  return cellOf(column, 4 + bytes.length, (view) => {
    view.setUint32(0, bytes.length, true);
    for (const [i, byte] of bytes.entries()) view.setUint8(4 + i, byte);
  });
};
const point = { xy: [7, 8] };

test('values of every type follow one another, with any columns of a feature', async () => {
  const cells: readonly (readonly [ColumnType, (column: number) => Buffer, expected: unknown])[] = [
    [ColumnType.Byte, (at) => cellOf(at, 1, (view) => view.setInt8(0, -5)), -5],
    [ColumnType.UByte, (at) => cellOf(at, 1, (view) => view.setUint8(0, 250)), 250],
    [ColumnType.Bool, (at) => cellOf(at, 1, (view) => view.setUint8(0, 1)), true],
    [ColumnType.Short, (at) => cellOf(at, 2, (view) => view.setInt16(0, -300, true)), -300],
    [ColumnType.UShort, (at) => cellOf(at, 2, (view) => view.setUint16(0, 65_000, true)), 65_000],
    [ColumnType.Int, (at) => cellOf(at, 4, (view) => view.setInt32(0, -70_000, true)), -70_000],
    [ColumnType.UInt, (at) => cellOf(at, 4, (view) => view.setUint32(0, 4_000_000_000, true)), 4e9],
    [ColumnType.Long, (at) => cellOf(at, 8, (view) => view.setBigInt64(0, -5_000_000_000n, true)), -5e9],
    [ColumnType.ULong, (at) => cellOf(at, 8, (view) => view.setBigUint64(0, 6_000_000_000n, true)), 6e9],
    [ColumnType.Float, (at) => cellOf(at, 4, (view) => view.setFloat32(0, 0.25, true)), 0.25],
    [ColumnType.Double, (at) => cellOf(at, 8, (view) => view.setFloat64(0, 0.1, true)), 0.1],
    [ColumnType.String, (at) => textOf(at, 'Ödeshög'), 'Ödeshög'],
    [ColumnType.DateTime, (at) => textOf(at, '2026-11-23'), '2026-11-23'],
    [ColumnType.Binary, (at) => textOf(at, 'left out'), undefined],
    [ColumnType.Json, (at) => textOf(at, '{}'), '{}'],
  ];
  const columns = cells.map(([type]) => type);
  const values = cells.map(([, write], column) => write(column));
  const expected = cells.map(([, , value]) => value);
  const orders = [...values.keys()].map((start) => [...values.keys()].slice(start));
  const reversed = [...values.keys()].reverse();
  for (const order of [...orders, reversed]) {
    const [{ properties }] = await read({
      type: GeometryType.Point,
      columns,
      features: [{ properties: Buffer.concat(order.map((i) => values[i])), geometry: point }],
    });
    expect(properties).toEqual(
      Object.fromEntries(order.filter((i) => expected[i] !== undefined).map((i) => [`c${i}`, expected[i]])),
    );
  }
  const cut = { properties: textOf(0, 'name').subarray(0, -1), geometry: point };
  await expect(
    read({ type: GeometryType.Point, columns: [ColumnType.String], features: [cut] }),
  ).rejects.toThrow(/feature 1: is damaged: its c0 is cut off/);
});

test('a file without columns or with a byte left over has features all the same', async () => {
  const features = [{ geometry: point }, { properties: Buffer.from([9]), geometry: point }, {}];
  const found = await read({ type: GeometryType.Point, features });
  expect(found.map(({ where, id, properties, geometry }) => [where, id, properties, geometry])).toEqual([
    ['feature 1', 'feature 1', {}, { type: 'Point', coordinates: [7, 8] }],
    ['feature 2', 'feature 2', {}, { type: 'Point', coordinates: [7, 8] }],
    ['feature 3', 'feature 3', {}, null],
  ]);
});

const ring = [0, 0, 4, 0, 4, 4, 0, 0];
const hole = [2, 1, 3, 2, 3, 1, 2, 1];
const asPositions = (xy: readonly number[]): number[][] =>
  Array.from({ length: xy.length / 2 }, (_, i) => [xy[2 * i], xy[2 * i + 1]]);

describe('geometries', () => {
  test.each<[string, GeometryType, DrawnGeometry, unknown]>([
    ['a line', GeometryType.LineString, { xy: ring }, asPositions(ring)],
    ['points', GeometryType.MultiPoint, { xy: hole }, asPositions(hole)],
    ['a polygon', GeometryType.Polygon, { xy: ring }, [asPositions(ring)]],
    ['a polygon whose ring is said to end', GeometryType.Polygon, { xy: ring, ends: [4] }, [asPositions(ring)]], // biome-ignore format: a line
    ['a polygon with a hole', GeometryType.Polygon, { xy: [...ring, ...hole], ends: [4, 8] }, [asPositions(ring), asPositions(hole)]], // biome-ignore format: a line
    ['lines', GeometryType.MultiLineString, { xy: [...ring, ...hole], ends: [4, 8] }, [asPositions(ring), asPositions(hole)]], // biome-ignore format: a line
    ['polygons', GeometryType.MultiPolygon, { parts: [{ xy: [...ring, ...hole], ends: [4, 8] }, { xy: ring }] }, [[asPositions(ring), asPositions(hole)], [asPositions(ring)]]], // biome-ignore format: a line
  ])('%s', async (_, type, geometry, coordinates) => {
    const [found] = await read({ type, features: [{ geometry }] });
    expect(found.geometry).toEqual({ type: GeometryType[type], coordinates });
  });

  test.each<[string, GeometryType, DrawnGeometry]>([
    ['a point of no place', GeometryType.Point, {}],
    ['a line of none', GeometryType.LineString, { xy: [] }],
    ['polygons of none', GeometryType.MultiPolygon, { parts: [] }],
  ])('%s is none', async (_, type, geometry) => {
    expect((await read({ type, features: [{ geometry }] }))[0].geometry).toBeNull();
  });

  test.each<[string, GeometryType, DrawnGeometry, RegExp]>([
    ['rings that overlap', GeometryType.Polygon, { xy: [...ring, ...hole], ends: [8, 4] }, /rings of its geometry overlap/], // biome-ignore format: a line
    ['rings beyond the end', GeometryType.Polygon, { xy: ring, ends: [5] }, /rings of its geometry overlap/],
    ['curves', GeometryType.CircularString, { xy: ring }, /feature 1: its geometry is of the kind 8, a curve or surface/], // biome-ignore format: a line
  ])('%s are refused', async (_, type, geometry, reason) => {
    await expect(read({ type, features: [{ geometry }] })).rejects.toThrow(reason);
  });

  test('collections have no coordinates of their own', async () => {
    const [{ geometry }] = await read({
      type: GeometryType.GeometryCollection,
      features: [{ geometry: point }],
    });
    expect(geometry).toEqual({ type: 'GeometryCollection' });
  });
});

test('an index is skipped, and one of the wrong size is refused', async () => {
  const features = [{ geometry: point }, { geometry: { xy: [1, 2] } }, { geometry: { xy: [3, 4] } }];
  const type = GeometryType.Point;
  const found = await read({ type, features, nodeSize: 16, index: 160 });
  expect(found.map(({ geometry }) => geometry?.coordinates)).toEqual([[7, 8], [1, 2], [3, 4]]); // biome-ignore format: a line
  for (const nodeSize of [1, 16])
    await expect(read({ type, features, count: 1e6, nodeSize, index: 160 })).rejects.toThrow(/index/);
  await expect(read({ type, features, nodeSize: 1, index: 160 })).rejects.toThrow(
    /the index.*cut off or damaged/,
  );
  const cut = readFileSync(flatGeobuf({ type, features, count: 0 })).subarray(0, -1);
  await expect(featuresIn(openFlatGeobuf(scratch('cut.fgb', cut)))).rejects.toThrow(
    /cut\.fgb, feature 3: the file is cut off/,
  );
  await expect(read({ type, features, count: 4 })).rejects.toThrow(/holds 3 of 4 features/);
  await expect(read({ type, features, count: 2 })).rejects.toThrow(/holds 3 of 2 features/);
  expect(await read({ type, features, count: 0, nodeSize: 16 })).toHaveLength(3);
});

test.each<[Drawn['crs'], object]>([
  [undefined, {}],
  [{}, {}],
  [{ code: 2154 }, { code: 'EPSG:2154' }],
  [{ org: 'esri', code: 54_009 }, { code: 'ESRI:54009' }],
  [{ org: 'OGC', code_string: 'crs84' }, { code: 'OGC:CRS84' }],
  [{ wkt: 'PROJCS[]' }, { wkt: 'PROJCS[]' }],
  [
    { code: 2154, wkt: 'PROJCS[]' },
    { code: 'EPSG:2154', wkt: 'PROJCS[]' },
  ],
])('a CRS of %j is %j, and the number of features is known where it is said', (crs, expected) => {
  const drawn = {
    type: GeometryType.Point,
    features: [{ geometry: point }],
    columns: [ColumnType.Int],
    ...(crs && { crs }),
  };
  const layer = openFlatGeobuf(flatGeobuf(drawn));
  expect(layer).toMatchObject({ crs: expected, count: 1, properties: ['c0'] });
  expect(Object.keys(layer.crs)).toEqual(Object.keys(expected));
  expect([layer.hasProperty('c0'), layer.hasProperty('c1')]).toEqual([true, false]);
  expect(openFlatGeobuf(flatGeobuf({ ...drawn, count: 0 })).count).toBeNull();
});

test('a file with another byte at its beginning is none', () => {
  const whole = readFileSync(flatGeobuf({ type: GeometryType.Point, features: [] }));
  for (const at of [0, 1, 2, 3]) {
    const bytes = Buffer.from(whole);
    bytes[at]++;
    expect(() => openFlatGeobuf(scratch('other.fgb', bytes))).toThrow(/is no FlatGeobuf of version 3/);
  }
});
