/** Encodes basemap features as binary records with delta-encoded positions; equal features are equal bytes. */
import type { Position } from 'geojson';
import { PbfReader, PbfWriter } from 'pbf';
import { type BoundingBox, boundingBoxOf, type Ring } from '../../../src/geo/positions.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { BASEMAP_CLASSES, type BasemapClass, type BasemapFeature, firstZoomOf } from './basemap-feature.ts';

const CLASSES = Object.keys(BASEMAP_CLASSES) as BasemapClass[];
const CLASS_AT = 4;
const RANK_AT = 5;
const FIRST_ZOOM_AT = 6;
/** 1 for what names are made from. */
const IS_NAMED_AT = 7;
const NAME_AT = 8;
const NAME_SEPARATOR = '\n';

const writer = new PbfWriter();

/** @returns view, valid until the next call */
export function writeFeature(feature: BasemapFeature): Uint8Array {
  const { class: kind, name = '', otherNames = [], rank = 0, geometry } = feature;
  writer.pos = 0;
  writer.realloc(NAME_AT);
  writer.buf[CLASS_AT] = CLASSES.indexOf(kind);
  writer.buf[RANK_AT] = rank;
  writer.buf[FIRST_ZOOM_AT] = firstZoomOf(feature);
  const isNamed = kind === 'administrative' || (name !== '' && geometry.type !== 'MultiPolygon');
  writer.buf[IS_NAMED_AT] = isNamed ? 1 : 0;
  writer.pos = NAME_AT;
  writer.writeString(name);
  writer.writeString(otherNames.join(NAME_SEPARATOR));
  let [x, y] = [0, 0];
  const writeLine = (line: readonly Position[]): void => {
    writer.writeVarint(line.length);
    for (const position of line) {
      const toX = Math.round(position[0] * UNITS_PER_DEGREE);
      const toY = Math.round(position[1] * UNITS_PER_DEGREE);
      writer.writeSVarint(toX - x);
      writer.writeSVarint(toY - y);
      x = toX;
      y = toY;
    }
  };
  if (geometry.type !== 'MultiPolygon') {
    writer.writeVarint(0);
    writeLine(geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates);
  } else {
    writer.writeVarint(geometry.coordinates.length);
    for (const polygon of geometry.coordinates) {
      writer.writeVarint(polygon.length);
      polygon.forEach(writeLine);
    }
  }
  writer.dataView.setUint32(0, writer.pos, true);
  return writer.buf.subarray(0, writer.pos);
}

export function recordsIn(bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32LE(at)) {
    records.push(bytes.subarray(at, at + bytes.readUInt32LE(at)));
  }
  return records;
}

export const sortedRecords = (bytes: Buffer): Buffer[] => recordsIn(bytes).sort(Buffer.compare);

/** @returns named points and lines, and administrative areas */
export const namedRecords = (bytes: Buffer): Buffer[] =>
  recordsIn(bytes)
    .filter((record) => record[IS_NAMED_AT] === 1)
    .sort(Buffer.compare);

export interface FeatureOutline {
  readonly class: BasemapClass;
  readonly rank: number;
  readonly firstZoom: number;
  readonly isArea: boolean;
  readonly box: BoundingBox;
}

export function featureOutline(record: Buffer): FeatureOutline {
  const { class: kind, geometry } = readFeature(record);
  const isArea = geometry.type === 'MultiPolygon';
  const positions = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates;
  return {
    class: kind,
    rank: record[RANK_AT],
    firstZoom: record[FIRST_ZOOM_AT],
    isArea,
    box: boundingBoxOf((isArea ? positions.flat() : [positions]) as unknown as Ring[]),
  };
}

export function readFeature(record: Buffer): BasemapFeature {
  const pbf = new PbfReader(record);
  pbf.pos = NAME_AT;
  const name = pbf.readString();
  const otherNames = pbf.readString();
  let [x, y] = [0, 0];
  const readLine = (): Position[] => {
    const positions: Position[] = [];
    for (let left = pbf.readVarint(); left > 0; left--) {
      x += pbf.readSVarint();
      y += pbf.readSVarint();
      positions.push([x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE]);
    }
    return positions;
  };
  const lineOrPoint = (positions: Position[]): BasemapFeature['geometry'] =>
    positions.length === 1
      ? { type: 'Point', coordinates: positions[0] }
      : { type: 'LineString', coordinates: positions };
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const polygons = pbf.readVarint();
  return {
    class: CLASSES[record[CLASS_AT]],
    rank: record[RANK_AT],
    firstZoom: record[FIRST_ZOOM_AT],
    name: name === '' ? undefined : name,
    otherNames: otherNames === '' ? undefined : otherNames.split(NAME_SEPARATOR),
    geometry:
      polygons === 0
        ? lineOrPoint(readLine())
        : { type: 'MultiPolygon', coordinates: times(polygons, () => times(pbf.readVarint(), readLine)) },
  };
}
