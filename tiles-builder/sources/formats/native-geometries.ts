/**
 * Reads GeoParquet's native encodings, nested lists of `{ x, y }`, for row groups of at most 32 MB. Source: geoparquet.org,
 * version 1.1.
 */
import { type AsyncBuffer, type FileMetaData, parquetReadObjects, type RowGroup } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { BadInput } from '../../base/failures/bad-input.ts';
import { type RowValues, withinBounds } from './parquet-column.ts';

export const NATIVE_TYPES: Readonly<Record<string, string>> = {
  point: 'Point',
  linestring: 'LineString',
  polygon: 'Polygon',
  multipoint: 'MultiPoint',
  multilinestring: 'MultiLineString',
  multipolygon: 'MultiPolygon',
};

/** Coordinates unpack to ten times this. */
const LARGEST_GROUP_BYTES = 32e6;

export async function nativeGeometries(
  file: string,
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  { columns, num_rows }: RowGroup,
  firstRow: number,
  name: string,
): Promise<RowValues> {
  const own = columns.filter(({ meta_data }) => meta_data?.path_in_schema[0] === name);
  const bytes = own.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size), 0);
  if (!(bytes <= LARGEST_GROUP_BYTES)) {
    throw new BadInput(
      file,
      `after feature ${firstRow}`,
      `${num_rows} rows in one group have ${Math.ceil(bytes / 1e6)} MB of geometries in a native encoding, of which ` +
        `${LARGEST_GROUP_BYTES / 1e6} MB are read at once`,
      'Write it with well-known binary, or in smaller groups, with row_group_size=65536 in GeoPandas.',
    );
  }
  const range = { rowStart: firstRow, rowEnd: firstRow + Number(num_rows) };
  const options = { metadata, columns: [name], ...range, geoparquet: false, utf8: false };
  const rows = await parquetReadObjects({
    file: buffer,
    ...options,
    compressors: withinBounds(compressors),
  });
  if (rows.length !== Number(num_rows)) throw new Error('is damaged: rows are missing');
  let taken = 0;
  return {
    take: async (count) => {
      taken += count;
      return rows.slice(taken - count, taken).map((row) => row[name]);
    },
  };
}

/** @throws Error for an invalid position */
export function nativeCoordinates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nativeCoordinates);
  const { x, y } = (value ?? {}) as { x?: unknown; y?: unknown };
  if (typeof x !== 'number' || typeof y !== 'number')
    throw new Error('its geometry has a position without x and y');
  return [x, y];
}
