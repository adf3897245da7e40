/**
 * Reads all features of a FlatGeobuf in file order, skipping its index, and checks lengths. Source: the schemas of
 * flatgeobuf.org.
 */
import { ByteBuffer } from 'flatbuffers';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import type { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { fromByteBuffer, type HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { calcTreeSize } from 'flatgeobuf/lib/mjs/packedrtree.js';
import { BadInput } from '../../base/failures/bad-input.ts';
import { ByteReader } from './byte-reader.ts';
import { inBatches, type Layer, type StoredFeature, type StoredGeometry } from './layer.ts';
import { numberOrText } from './number-or-text.ts';
import type { StatedCrs } from './projection.ts';
import { GEOMETRY_TYPES, STRAIGHTEN } from './wkb.ts';

const MAGIC = [0x66, 0x67, 0x62, 0x03];
const LEAST_NODE = 2;

export function openFlatGeobuf(file: string): Layer {
  const bytes = new ByteReader(file);
  let header: HeaderMeta;
  try {
    header = readHeader(file, bytes);
  } finally {
    bytes.close();
  }
  const names = (header.columns ?? []).map(({ name }) => name);
  return {
    crs: crsOf(header),
    properties: names,
    hasProperty: (name) => names.includes(name),
    count: header.featuresCount || null,
    batches: () => inBatches(featuresOf(file)),
  };
}

function crsOf({ crs }: HeaderMeta): StatedCrs {
  if (!crs) return {};
  const { org, code, code_string, wkt } = crs;
  const number = code || code_string;
  return {
    ...(number ? { code: `${org || 'EPSG'}:${number}`.toUpperCase() } : {}),
    ...(wkt ? { wkt } : {}),
  };
}

function readHeader(file: string, bytes: ByteReader): HeaderMeta {
  const magic = bytes.take(8, 'the first bytes');
  if (!MAGIC.every((byte, i) => magic[i] === byte))
    throw new BadInput(file, null, 'is no FlatGeobuf of version 3');
  try {
    return fromByteBuffer(new ByteBuffer(takePrefixed(bytes, 'the header')));
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(file, 'the header', `is damaged: ${(cause as Error).message}`);
  }
}

function takePrefixed(bytes: ByteReader, what: string): Uint8Array {
  const length = bytes.take(4, what).readUInt32LE(0);
  const content = bytes.take(length, what);
  const copy = new Uint8Array(4 + length);
  new DataView(copy.buffer).setUint32(0, length, true);
  copy.set(content, 4);
  return copy;
}

function* featuresOf(file: string): Generator<StoredFeature> {
  const bytes = new ByteReader(file);
  try {
    const header = readHeader(file, bytes);
    const { featuresCount, indexNodeSize } = header;
    // There is no index without a feature count.
    if (indexNodeSize > 0 && featuresCount > 0) {
      const isPossible = indexNodeSize >= LEAST_NODE && featuresCount * 40 <= bytes.left;
      if (!isPossible) throw new BadInput(file, 'the index', 'is cut off or damaged');
      bytes.skip(calcTreeSize(featuresCount, indexNodeSize), 'the index');
    }
    let read = 0;
    while (bytes.left > 0) {
      const where = `feature ${++read}`;
      const content = takePrefixed(bytes, where);
      yield featureOf(file, where, content, header);
    }
    if (featuresCount > 0 && read !== featuresCount) {
      throw new BadInput(file, null, `is cut off: it holds ${read} of ${featuresCount} features`);
    }
  } finally {
    bytes.close();
  }
}

function featureOf(file: string, where: string, content: Uint8Array, header: HeaderMeta): StoredFeature {
  try {
    const feature = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(content));
    const geometry = feature.geometry();
    return {
      where,
      id: where,
      properties: propertiesOf(feature.propertiesArray(), header),
      geometry: geometry && geometryOf(geometry, header.geometryType || geometry.type(), content.length),
    };
  } catch (cause) {
    const { message } = cause as Error;
    if (cause instanceof Curve) throw new BadInput(file, where, message, STRAIGHTEN);
    throw new BadInput(file, where, `is damaged: ${message}`);
  }
}

class Curve extends Error {}

function geometryOf(geometry: Geometry, type: number, bytes: number): StoredGeometry | null {
  const name = GEOMETRY_TYPES[type];
  if (!name) throw new Curve(`its geometry is of the kind ${type}, a curve or surface, which is not read`);
  if (name === 'GeometryCollection') return { type: name };
  if (name === 'MultiPolygon') {
    const parts = geometry.partsLength();
    if (parts * 4 > bytes) throw new Error('its geometry has more parts than fit');
    const coordinates = Array.from({ length: parts }, (_, i) => ringsOf(geometry.parts(i)!));
    return parts === 0 ? null : { type: name, coordinates };
  }
  const positions = positionsOf(geometry);
  if (positions.length === 0) return null;
  if (name === 'Point') return { type: name, coordinates: positions[0] };
  if (name === 'LineString' || name === 'MultiPoint') return { type: name, coordinates: positions };
  return { type: name, coordinates: ringsOf(geometry) };
}

function ringsOf(geometry: Geometry): number[][][] {
  const positions = positionsOf(geometry);
  const ends = geometry.endsArray();
  if (!ends || ends.length === 0) return positions.length === 0 ? [] : [positions];
  let start = 0;
  return Array.from(ends, (end) => {
    if (end < start || end > positions.length) throw new Error('the rings of its geometry overlap');
    const ring = positions.slice(start, end);
    start = end;
    return ring;
  });
}

function positionsOf(geometry: Geometry): number[][] {
  const xy = geometry.xyArray();
  if (!xy) return [];
  return Array.from({ length: xy.length >> 1 }, (_, i) => [xy[2 * i], xy[2 * i + 1]]);
}

const FIXED: Readonly<Partial<Record<ColumnType, [number, (view: DataView, at: number) => unknown]>>> = {
  [ColumnType.Byte]: [1, (view, at) => view.getInt8(at)],
  [ColumnType.UByte]: [1, (view, at) => view.getUint8(at)],
  [ColumnType.Bool]: [1, (view, at) => view.getUint8(at) !== 0],
  [ColumnType.Short]: [2, (view, at) => view.getInt16(at, true)],
  [ColumnType.UShort]: [2, (view, at) => view.getUint16(at, true)],
  [ColumnType.Int]: [4, (view, at) => view.getInt32(at, true)],
  [ColumnType.UInt]: [4, (view, at) => view.getUint32(at, true)],
  [ColumnType.Long]: [8, (view, at) => numberOrText(view.getBigInt64(at, true))],
  [ColumnType.ULong]: [8, (view, at) => numberOrText(view.getBigUint64(at, true))],
  [ColumnType.Float]: [4, (view, at) => view.getFloat32(at, true)],
  [ColumnType.Double]: [8, (view, at) => view.getFloat64(at, true)],
};
const utf8 = new TextDecoder();

function propertiesOf(bytes: Uint8Array | null, { columns }: HeaderMeta): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  if (!bytes || !columns) return properties;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Tolerates a spare byte at the end.
  for (let at = 0; at + 2 <= bytes.length; ) {
    const { name, type } = columns[view.getUint16(at, true)];
    at += 2;
    const fixed = FIXED[type];
    if (fixed) {
      properties[name] = fixed[1](view, at);
      at += fixed[0];
      continue;
    }
    const end = at + 4 + view.getUint32(at, true);
    if (end > bytes.length) throw new Error(`its ${name} is cut off`);
    if (type !== ColumnType.Binary) properties[name] = utf8.decode(bytes.subarray(at + 4, end));
    at = end;
  }
  return properties;
}
