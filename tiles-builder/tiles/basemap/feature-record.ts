/**
 * Features of the basemap as bytes, so that they wait on the disk and are the same wherever they come from: no id is in
 * them. A record is its length, the class, the length of the name and the name; then the number of polygons (0 for a line), for each
 * the number of its rings, for each ring or line the number of positions and these, as longitude and latitude in 1e-7 degrees.
 */
import type { Position } from 'geojson';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import { BASEMAP_CLASSES, type BasemapClass, type BasemapFeature } from './basemap-feature.ts';

const CLASSES = Object.keys(BASEMAP_CLASSES) as BasemapClass[];
const UNITS_PER_DEGREE = 1e7;
const HEADER_BYTES = 7;

export function writeFeature({ class: kind, name = '', geometry }: BasemapFeature): Buffer {
  const numbers: number[] = [];
  const addLine = (line: readonly Position[]): void => {
    numbers.push(line.length);
    for (const [lon, lat] of line) {
      numbers.push(Math.round(lon * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE));
    }
  };
  if (geometry.type === 'LineString') {
    numbers.push(0);
    addLine(geometry.coordinates);
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
  record.writeUInt8(CLASSES.indexOf(kind), 4);
  record.writeUInt16LE(nameBytes.length, 5);
  nameBytes.copy(record, HEADER_BYTES);
  let at = HEADER_BYTES + nameBytes.length;
  for (const number of numbers) at = record.writeInt32LE(number, at);
  return record;
}

/** Records that lie one after the other, each a view, in an order that follows from their bytes. */
export function sortedRecords(bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32LE(at)) {
    records.push(bytes.subarray(at, at + bytes.readUInt32LE(at)));
  }
  return records.sort(Buffer.compare);
}

/** What a feature is and where, without a look at its shape. */
export interface FeatureOutline {
  readonly class: BasemapClass;
  readonly isArea: boolean;
  readonly box: BoundingBox;
}

export function outlineOf(record: Buffer): FeatureOutline {
  let at = HEADER_BYTES + record.readUInt16LE(5);
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
  return { class: CLASSES[record.readUInt8(4)], isArea: polygons > 0, box };
}

export function readFeature(record: Buffer): BasemapFeature {
  const nameEnd = HEADER_BYTES + record.readUInt16LE(5);
  let at = nameEnd;
  const next = (): number => {
    at += 4;
    return record.readInt32LE(at - 4);
  };
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const line = (): Position[] => times(next(), () => [next() / UNITS_PER_DEGREE, next() / UNITS_PER_DEGREE]);
  const polygons = next();
  return {
    class: CLASSES[record.readUInt8(4)],
    name: nameEnd > HEADER_BYTES ? record.toString('utf8', HEADER_BYTES, nameEnd) : undefined,
    geometry:
      polygons === 0
        ? { type: 'LineString', coordinates: line() }
        : { type: 'MultiPolygon', coordinates: times(polygons, () => times(next(), line)) },
  };
}
