/** Decodes well-known binary to 2D geometries. Source: OGC 06-103r4, and PostGIS flags for Z, M and SRID. */
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
const CURVES: Readonly<Record<number, string>> = {
  8: 'CircularString',
  9: 'CompoundCurve',
  10: 'CurvePolygon',
  11: 'MultiCurve',
  12: 'MultiSurface',
  13: 'Curve',
  14: 'Surface',
  15: 'PolyhedralSurface',
  16: 'TIN',
  17: 'Triangle',
};
const FLAG_Z = 0x80000000;
const FLAG_M = 0x40000000;
const FLAG_SRID = 0x20000000;
const LEAST_BYTES = { position: 16, ring: 4, part: 5 };

export const STRAIGHTEN = 'Convert it with ogr2ogr -nlt CONVERT_TO_LINEAR.';

export class CurvedGeometry extends Error {
  constructor(type: string) {
    super(`its geometry is a ${type}, which is not read`);
  }
}

/**
 * @returns 2D; `null` if empty
 * @throws CurvedGeometry; Error for other invalid bytes
 */
export function readWkb(bytes: Uint8Array): StoredGeometry | null {
  const geometry = new WkbReader(bytes).geometry();
  return isEmpty(geometry.coordinates) && geometry.type !== 'GeometryCollection' ? null : geometry;
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
    if (order > 1) throw new Error('its geometry is not well-known binary');
    this.#isLittle = order === 1;
    const code = this.#uint32();
    if (code & FLAG_SRID) this.#uint32();
    const kind = (code & 0x0fffffff) % 1000;
    const dimensions = Math.floor((code & 0x0fffffff) / 1000);
    const hasZ = (code & FLAG_Z) !== 0 || dimensions === 1 || dimensions === 3;
    const hasM = (code & FLAG_M) !== 0 || dimensions === 2 || dimensions === 3;
    this.#stride = 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0);
    if (CURVES[kind]) throw new CurvedGeometry(CURVES[kind]);
    const type = GEOMETRY_TYPES[kind];
    if (!type || dimensions > 3 || (expected !== undefined && type !== expected)) {
      throw new Error(`its geometry is of the unknown kind ${code}`);
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
        return this.#list(LEAST_BYTES.ring, () => this.#positions());
      case 'GeometryCollection':
        return undefined;
      default:
        return this.#list(LEAST_BYTES.part, () => this.geometry(type.slice('Multi'.length)).coordinates);
    }
  }

  #positions(): number[][] {
    return this.#list(this.#stride, () => this.#position());
  }

  #position(): [number, number] {
    const x = this.#view.getFloat64(this.#at, this.#isLittle);
    const y = this.#view.getFloat64(this.#at + 8, this.#isLittle);
    this.#at += this.#stride;
    return [x, y];
  }

  #list<T>(leastBytes: number, item: () => T): T[] {
    const length = this.#uint32();
    if (length * leastBytes > this.#view.byteLength - this.#at) throw new Error('its geometry is cut off');
    const items: T[] = [];
    for (let i = 0; i < length; i++) items.push(item());
    return items;
  }

  #uint32(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, this.#isLittle);
  }
}
