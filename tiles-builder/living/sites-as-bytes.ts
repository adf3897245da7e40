/** The dwelling sites of an area as bytes, so that they are made once: some 160 a site. */
import type { Cell } from '../../src/geo/cells.ts';
import { Footprints } from '../geometry/footprints.ts';
import { SITE_FIGURES, type Sites } from './sites.ts';

const FOOTPRINT_COLUMNS = ['corners', 'ringEnds', 'polygonEnds', 'ends'] as const;

/** The lengths of the columns, figures, footprints' columns, and last what is a byte a site. */
export function sitesToBytes(sites: Sites): Buffer {
  const columns = FOOTPRINT_COLUMNS.map((name) => sites.footprints[name]);
  const lengths = Float64Array.of(sites.count, ...columns.map(({ length }) => length));
  const figures = SITE_FIGURES.map((figure) => sites[figure]);
  return Buffer.concat(
    [lengths, ...figures, ...columns, sites.mapped].map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  );
}

/** @param bytes as {@link sitesToBytes} wrote them */
export function sitesFromBytes(area: Cell, bytes: Buffer): Sites {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const [count, ...lengths] = new Float64Array(buffer, 0, 1 + FOOTPRINT_COLUMNS.length);
  let at = (1 + FOOTPRINT_COLUMNS.length) * Float64Array.BYTES_PER_ELEMENT;
  const next = <T>(
    kind: new (buffer: ArrayBuffer, offset: number, length: number) => T,
    length: number,
    size: number,
  ): T => {
    const column = new kind(buffer, at, length);
    at += length * size;
    return column;
  };
  const figures = SITE_FIGURES.map((figure) => [figure, next(Float64Array, count, 8)] as const);
  const columns = FOOTPRINT_COLUMNS.map((name, i) => [name, next(Int32Array, lengths[i], 4)] as const);
  return {
    area,
    count,
    ...(Object.fromEntries(figures) as Pick<Sites, (typeof SITE_FIGURES)[number]>),
    footprints: new Footprints(
      Object.fromEntries(columns) as Pick<Footprints, (typeof FOOTPRINT_COLUMNS)[number]>,
    ),
    mapped: next(Uint8Array, count, 1),
  };
}
