/** Decodes well-known binary to 2D geometries. Source: OGC 06-103r4, and PostGIS flags for Z, M and SRID. */
import { BadInput } from '../../base/failures/bad-input.ts';
import type { StoredGeometry } from './layer.ts';

const GEOMETRY_TYPES = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;
const FLAG_Z = 0x80000000;
const FLAG_M = 0x40000000;
const FLAG_SRID = 0x20000000;

/**
 * @param value 2D where it has more
 * @returns `null` for an empty or absent geometry
 * @throws BadInput for curves and damage
 */
export function geometryOfWkb(file: string, where: string, value: unknown): StoredGeometry | null {
  if (value === null || value === undefined) return null;
  try {
    if (!(value instanceof Uint8Array)) throw new Error('no well-known binary');
    const geometry = new WkbReader(value).geometry();
    return isEmpty(geometry.coordinates) && geometry.type !== 'GeometryCollection' ? null : geometry;
  } catch (cause) {
    const advice = 'Curves are not read: convert it with ogr2ogr -nlt CONVERT_TO_LINEAR.';
    throw new BadInput(file, where, `its geometry cannot be read: ${(cause as Error).message}`, advice);
  }
}

const isEmpty = (coordinates: unknown): boolean =>
  Array.isArray(coordinates) &&
  (coordinates.length === 0 || coordinates.every((part) => Array.isArray(part) && isEmpty(part)));

class WkbReader {
  readonly #view: DataView;
  #at = 0;
  #isLittle = true;
  #stride = 16;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  geometry(expected?: string): StoredGeometry {
    const order = this.#view.getUint8(this.#at++);
    if (order > 1) throw new Error('no well-known binary');
    this.#isLittle = order === 1;
    const code = this.#uint32();
    if (code & FLAG_SRID) this.#uint32();
    const kind = (code & 0x0fffffff) % 1000;
    const dimensions = Math.floor((code & 0x0fffffff) / 1000);
    const hasZ = (code & FLAG_Z) !== 0 || dimensions === 1 || dimensions === 3;
    const hasM = (code & FLAG_M) !== 0 || dimensions === 2 || dimensions === 3;
    this.#stride = 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0);
    const type = GEOMETRY_TYPES[kind];
    if (!type || dimensions > 3 || (expected !== undefined && type !== expected)) {
      throw new Error(`kind ${code} is a curve, or unknown`);
    }
    return { type, coordinates: this.#coordinates(type) };
  }

  #coordinates(type: string): unknown {
    switch (type) {
      case 'Point': {
        const position = this.#position();
        return Number.isNaN(position[0]) ? [] : position;
      }
      case 'LineString':
        return this.#positions();
      case 'Polygon':
        return this.#list(() => this.#positions());
      case 'GeometryCollection':
        return undefined;
      default:
        return this.#list(() => this.geometry(type.slice('Multi'.length)).coordinates);
    }
  }

  #positions(): number[][] {
    return this.#list(() => this.#position());
  }

  #position(): [number, number] {
    const x = this.#view.getFloat64(this.#at, this.#isLittle);
    const y = this.#view.getFloat64(this.#at + 8, this.#isLittle);
    this.#at += this.#stride;
    return [x, y];
  }

  #list<T>(item: () => T): T[] {
    const length = this.#uint32();
    const items: T[] = [];
    for (let i = 0; i < length; i++) items.push(item());
    return items;
  }

  #uint32(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, this.#isLittle);
  }
}
