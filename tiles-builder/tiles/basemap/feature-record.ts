/**
 * Features of the basemap as bytes, so that they wait on the disk and are the same wherever they come from: no id is in
 * them. A record is its length, the class, the rank, the first zoom level, the length of the name and the name; then the
 * number of polygons (0 for a line, or a point, which is a line of one position), for each the number of its rings, for each
 * ring or line the number of positions and these, as longitude and latitude in 1e-7 degrees.
 */
import type { Position } from 'geojson';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import { BASEMAP_CLASSES, type BasemapClass, type BasemapFeature, firstZoomOf } from './basemap-feature.ts';

const CLASSES = Object.keys(BASEMAP_CLASSES) as BasemapClass[];
const UNITS_PER_DEGREE = 1e7;
const CLASS_AT = 4;
const RANK_AT = 5;
const FIRST_ZOOM_AT = 6;
const NAME_LENGTH_AT = 7;
const HEADER_BYTES = 9;

export function writeFeature(feature: BasemapFeature): Buffer {
  const { class: kind, name = '', rank = 0, geometry } = feature;
  const numbers: number[] = [];
  const addLine = (line: readonly Position[]): void => {
    numbers.push(line.length);
    for (const [lon, lat] of line) {
      numbers.push(Math.round(lon * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE));
    }
  };
  if (geometry.type !== 'MultiPolygon') {
    numbers.push(0);
    addLine(geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates);
  } else {
    numbers.push(geometry.coordinates.length);
    for (const polygon of geometry.coordinates) {
      numbers.push(polygon.length);
      polygon.forEach(addLine);
    }
  }
  const nameBytes = Buffer.from(name);
  const record = Buffer.allocUnsafe(HEADER_BYTES + nameBytes.length + 4 * numbers.length);
  record.writeUInt32LE(record.length, 0);
  record.writeUInt8(CLASSES.indexOf(kind), CLASS_AT);
  record.writeUInt8(rank, RANK_AT);
  record.writeUInt8(firstZoomOf(feature), FIRST_ZOOM_AT);
  record.writeUInt16LE(nameBytes.length, NAME_LENGTH_AT);
  nameBytes.copy(record, HEADER_BYTES);
  let at = HEADER_BYTES + nameBytes.length;
  for (const number of numbers) at = record.writeInt32LE(number, at);
  return record;
}

/** Records that lie one after the other, each a view. */
export function recordsIn(bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32LE(at)) {
    records.push(bytes.subarray(at, at + bytes.readUInt32LE(at)));
  }
  return records;
}

/** The same in an order that follows from their bytes. */
export const sortedRecords = (bytes: Buffer): Buffer[] => recordsIn(bytes).sort(Buffer.compare);

/** Those of them that have a name and are no areas, in the same order. */
export const namedRecords = (bytes: Buffer): Buffer[] =>
  recordsIn(bytes)
    .filter((record) => {
      const nameLength = record.readUInt16LE(NAME_LENGTH_AT);
      return nameLength > 0 && record.readInt32LE(HEADER_BYTES + nameLength) === 0;
    })
    .sort(Buffer.compare);

/** What a feature is and where, without a look at its shape. */
export interface FeatureOutline {
  readonly class: BasemapClass;
  readonly rank: number;
  readonly firstZoom: number;
  readonly isArea: boolean;
  readonly box: BoundingBox;
}

export function outlineOf(record: Buffer): FeatureOutline {
  let at = HEADER_BYTES + record.readUInt16LE(NAME_LENGTH_AT);
  const next = (): number => {
    at += 4;
    return record.readInt32LE(at - 4);
  };
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const passLine = (): void => {
    for (let left = next(); left > 0; left--) {
      const lon = next();
      const lat = next();
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  };
  const polygons = next();
  if (polygons === 0) passLine();
  for (let polygon = 0; polygon < polygons; polygon++) {
    for (let rings = next(); rings > 0; rings--) passLine();
  }
  const degrees = (units: number): number => units / UNITS_PER_DEGREE;
  const box = { west: degrees(west), south: degrees(south), east: degrees(east), north: degrees(north) };
  return {
    class: CLASSES[record.readUInt8(CLASS_AT)],
    rank: record.readUInt8(RANK_AT),
    firstZoom: record.readUInt8(FIRST_ZOOM_AT),
    isArea: polygons > 0,
    box,
  };
}

export function readFeature(record: Buffer): BasemapFeature {
  const nameEnd = HEADER_BYTES + record.readUInt16LE(NAME_LENGTH_AT);
  let at = nameEnd;
  const next = (): number => {
    at += 4;
    return record.readInt32LE(at - 4);
  };
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const line = (): Position[] => times(next(), () => [next() / UNITS_PER_DEGREE, next() / UNITS_PER_DEGREE]);
  const lineOrPoint = (positions: Position[]): BasemapFeature['geometry'] =>
    positions.length === 1
      ? { type: 'Point', coordinates: positions[0] }
      : { type: 'LineString', coordinates: positions };
  const polygons = next();
  return {
    class: CLASSES[record.readUInt8(CLASS_AT)],
    rank: record.readUInt8(RANK_AT),
    firstZoom: record.readUInt8(FIRST_ZOOM_AT),
    name: nameEnd > HEADER_BYTES ? record.toString('utf8', HEADER_BYTES, nameEnd) : undefined,
    geometry:
      polygons === 0
        ? lineOrPoint(line())
        : { type: 'MultiPolygon', coordinates: times(polygons, () => times(next(), line)) },
  };
}
