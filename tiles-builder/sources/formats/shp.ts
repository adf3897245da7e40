/** Reads geometries of a `.shp` file. Source: ESRI Shapefile Technical Description, 1998. */
import type { Ring } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { polygonsOf } from '../../geometry/rings-to-polygons.ts';
import type { ByteReader } from './byte-reader.ts';
import type { StoredGeometry } from './layer.ts';

const FILE_CODE = 9994;
const HEADER_BYTES = 100;
const POINTS = [1, 11, 21];
const LINES = [3, 13, 23];
const POLYGONS = [5, 15, 25];
const MULTIPOINTS = [8, 18, 28];
const MULTIPATCH = 31;

/** Yields geometries without Z and M. */
export function* shapesOf(file: string, bytes: ByteReader): Generator<StoredGeometry | null> {
  const header = bytes.take(HEADER_BYTES, 'the header');
  if (header.readInt32BE(0) !== FILE_CODE) throw new BadInput(file, null, 'is no Shapefile (.shp)');
  let left = header.readInt32BE(24) * 2 - HEADER_BYTES;
  if (left < 0 || left > bytes.left)
    throw new BadInput(file, null, 'is cut off: its header names a larger size', WHOLE);
  for (let number = 1; left > 0; number++) {
    const where = `feature ${number}`;
    const record = bytes.take(8, where);
    const [found, length] = [record.readInt32BE(0), record.readInt32BE(4) * 2];
    if (found !== number) {
      throw new BadInput(
        file,
        where,
        `has the number ${found}, so the file was changed in place or is damaged`,
        COPY,
      );
    }
    left -= 8 + length;
    if (length < 4 || left < 0) throw new BadInput(file, where, 'is damaged: its length cannot be', WHOLE);
    yield shapeOf(file, where, bytes.take(length, where));
  }
}

const WHOLE = 'Fetch or export it again.';
const COPY = 'Write it again with ogr2ogr copy.shp and its name.';

function shapeOf(file: string, where: string, record: Buffer): StoredGeometry | null {
  const type = record.readInt32LE(0);
  if (type === 0) return null;
  if (type === MULTIPATCH) {
    const advice = 'Convert it to polygons, for example with ogr2ogr -nlt MULTIPOLYGON.';
    throw new BadInput(file, where, 'its geometry is a MultiPatch, which is not read', advice);
  }
  try {
    if (POINTS.includes(type)) return { type: 'Point', coordinates: positionAt(record, 4) };
    if (MULTIPOINTS.includes(type)) {
      return { type: 'MultiPoint', coordinates: positions(record, 40, record.readInt32LE(36)) };
    }
    if (LINES.includes(type)) return { type: 'MultiLineString', coordinates: parts(record) };
    if (POLYGONS.includes(type)) {
      const polygons = polygonsOf(parts(record));
      if (polygons.length === 0) return null;
      return polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0] }
        : { type: 'MultiPolygon', coordinates: polygons };
    }
  } catch (cause) {
    throw new BadInput(file, where, `its geometry is damaged: ${(cause as Error).message}`, WHOLE);
  }
  throw new BadInput(file, where, `its geometry is of the unknown kind ${type}`, WHOLE);
}

function parts(record: Buffer): Ring[] {
  const [partCount, count] = [record.readInt32LE(36), record.readInt32LE(40)];
  const first = 44 + 4 * partCount;
  if (partCount < 0 || count < 0 || first + 16 * count > record.length) throw new Error('it is cut off');
  const rings: Ring[] = [];
  for (let part = 0; part < partCount; part++) {
    const start = record.readInt32LE(44 + 4 * part);
    const end = part + 1 < partCount ? record.readInt32LE(48 + 4 * part) : count;
    if (start < 0 || end < start || end > count) throw new Error('its parts overlap');
    if (end > start) rings.push(positions(record, first + 16 * start, end - start));
  }
  return rings;
}

function positions(record: Buffer, at: number, count: number): [number, number][] {
  if (count < 0 || at + 16 * count > record.length) throw new Error('it is cut off');
  return Array.from({ length: count }, (_, i) => positionAt(record, at + 16 * i));
}

const positionAt = (record: Buffer, at: number): [number, number] => [
  record.readDoubleLE(at),
  record.readDoubleLE(at + 8),
];
