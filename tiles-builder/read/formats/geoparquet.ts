/** GeoParquet, with geometries as well-known binary or as nested lists. Source: geoparquet.org, versions 1.0 and 1.1. */
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { BadInput } from '../../failures/bad-input.ts';
import { reasonOf } from '../../failures/system-failure.ts';
import { wholeNumber } from './integers.ts';
import { BATCH, type Layer, type StoredFeature, type StoredGeometry } from './layer.ts';
import { type StatedCrs, WGS84 } from './projection.ts';
import { CurvedGeometry, readWkb, STRAIGHTEN } from './wkb.ts';

/** Rows that are decoded at once: groups of rows may be far larger. */
const ROWS_AT_ONCE = 65_536;
/** A page that grows beyond this is no page of features. */
const LARGEST_PAGE_BYTES = 256e6;
const NATIVE: Readonly<Record<string, string>> = {
  point: 'Point',
  linestring: 'LineString',
  polygon: 'Polygon',
  multipoint: 'MultiPoint',
  multilinestring: 'MultiLineString',
  multipolygon: 'MultiPolygon',
};

interface GeoColumn {
  readonly name: string;
  /** `null` for well-known binary. */
  readonly nativeType: string | null;
  readonly crs: StatedCrs;
}

/** @throws BadInput where it is none */
export async function openGeoParquet(file: string): Promise<Layer> {
  const { buffer, metadata } = await attempt(file, null, async () => {
    const buffer = await asyncBufferFromFile(file);
    return { buffer, metadata: await parquetMetadataAsync(buffer, { geoparquet: false }) };
  });
  const geometry = geoColumnOf(file, metadata);
  const names = plainColumns(metadata).filter((name) => name !== geometry.name);
  const asBytes = geometry.nativeType === null ? withoutType(metadata, geometry.name) : metadata;
  return {
    crs: geometry.crs,
    properties: names,
    hasProperty: (name) => names.includes(name),
    count: Number(metadata.num_rows),
    batches: () => batchesOf(file, buffer, asBytes, geometry, names),
  };
}

async function* batchesOf(
  file: string,
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  geometry: GeoColumn,
  names: readonly string[],
): AsyncGenerator<StoredFeature[]> {
  const count = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  if (count !== Number(metadata.num_rows))
    throw new BadInput(file, null, 'is damaged: its groups do not hold all rows');
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += ROWS_AT_ONCE) {
      const rowEnd = Math.min(rowStart + ROWS_AT_ONCE, groupEnd);
      const rows = await attempt(file, `after feature ${rowStart}`, () =>
        parquetReadObjects({
          file: buffer,
          metadata,
          columns: [geometry.name, ...names],
          rowStart,
          rowEnd,
          useOffsetIndex: true,
          geoparquet: false,
          utf8: false,
          compressors: limited,
        }),
      );
      if (rows.length !== rowEnd - rowStart)
        throw new BadInput(file, `after feature ${rowStart}`, 'is damaged: rows are missing');
      for (let first = 0; first < rows.length; first += BATCH) {
        yield rows
          .slice(first, first + BATCH)
          .map((row, i) => featureOf(file, `feature ${rowStart + first + i + 1}`, row, geometry, names));
      }
    }
    groupStart = groupEnd;
  }
}

function featureOf(
  file: string,
  where: string,
  row: Readonly<Record<string, unknown>>,
  geometry: GeoColumn,
  names: readonly string[],
): StoredFeature {
  const properties: Record<string, unknown> = {};
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'bigint') properties[name] = wholeNumber(value);
    else if (value instanceof Date) properties[name] = value.toISOString();
    else if (value !== null && value !== undefined && typeof value !== 'object') properties[name] = value;
  }
  const { id } = properties;
  try {
    return {
      where,
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : where,
      properties,
      geometry: geometryOf(row[geometry.name], geometry.nativeType),
    };
  } catch (cause) {
    throw new BadInput(
      file,
      where,
      (cause as Error).message,
      cause instanceof CurvedGeometry ? STRAIGHTEN : null,
    );
  }
}

function geometryOf(value: unknown, nativeType: string | null): StoredGeometry | null {
  if (value === null || value === undefined) return null;
  if (nativeType !== null) {
    const coordinates = nested(value);
    return Array.isArray(coordinates) && coordinates.length === 0 ? null : { type: nativeType, coordinates };
  }
  if (!(value instanceof Uint8Array)) throw new Error('its geometry is not well-known binary');
  return readWkb(value);
}

/** Lists of `{ x, y }` as lists of positions. */
function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nested);
  const { x, y } = (value ?? {}) as { x?: unknown; y?: unknown };
  if (typeof x !== 'number' || typeof y !== 'number')
    throw new Error('its geometry has a position without x and y');
  return [x, y];
}

/** A column's values come as they are stored, whatever programs have marked them as: ClickHouse as text, newer ones as geometries. */
const withoutType = (metadata: FileMetaData, column: string): FileMetaData => ({
  ...metadata,
  schema: metadata.schema.map((element) => {
    if (element.name !== column) return element;
    const { logical_type: _, converted_type: __, ...bytes } = element;
    return bytes;
  }),
});

/** Columns with one value a row. */
function plainColumns({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  const endOf = (element: number): number => {
    let next = element + 1;
    for (let child = 0; child < (schema[element]?.num_children ?? 0) && next < schema.length; child++)
      next = endOf(next);
    return next;
  };
  for (let element = 1; element < schema.length; element = endOf(element)) {
    const { name, num_children, repetition_type } = schema[element];
    if (!num_children && repetition_type !== 'REPEATED') names.push(name);
  }
  return names;
}

interface GeoMetadata {
  readonly primary_column?: unknown;
  readonly columns?: Readonly<
    Record<string, { readonly encoding?: unknown; readonly crs?: unknown } | undefined>
  >;
}

function geoColumnOf(file: string, { key_value_metadata, schema }: FileMetaData): GeoColumn {
  const text = key_value_metadata?.find(({ key }) => key === 'geo')?.value;
  if (text === undefined) {
    throw new BadInput(
      file,
      null,
      'is Parquet without geometries: the metadata of GeoParquet are missing',
      TO_GEOPARQUET,
    );
  }
  let geo: GeoMetadata;
  try {
    geo = JSON.parse(text) as GeoMetadata;
  } catch {
    throw new BadInput(file, null, 'its metadata of GeoParquet are damaged');
  }
  const name = String(geo?.primary_column);
  const column = geo?.columns?.[name];
  if (!column || !schema.some((element) => element.name === name)) {
    throw new BadInput(file, null, 'its metadata of GeoParquet name no column with geometries');
  }
  const encoding = String(column.encoding);
  const nativeType = NATIVE[encoding] ?? null;
  if (encoding !== 'WKB' && nativeType === null) {
    throw new BadInput(
      file,
      null,
      `has geometries in the encoding ${encoding}, which is not read`,
      TO_GEOPARQUET,
    );
  }
  return { name, nativeType, crs: column.crs === undefined ? WGS84 : crsOf(column.crs) };
}

/** From PROJJSON, of which the code alone counts, or the code in its place. */
function crsOf(crs: unknown): StatedCrs {
  if (typeof crs === 'string') return { code: crs.toUpperCase() };
  const { id } = (crs ?? {}) as { id?: { authority?: unknown; code?: unknown } };
  return id?.authority === undefined ? {} : { code: `${id.authority}:${id.code}`.toUpperCase() };
}

const TO_GEOPARQUET = 'Convert it with ogr2ogr or GeoPandas to GeoParquet with well-known binary.';

const limited: Compressors = Object.fromEntries(
  Object.entries(compressors).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, outputLength: number) => {
      if (outputLength > LARGEST_PAGE_BYTES) throw new Error('a page is too large to be one');
      return decompress!(input, outputLength);
    },
  ]),
);

async function attempt<T>(file: string, where: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new BadInput(file, where, reasonOf(cause, 'is damaged, or no GeoParquet'));
  }
}
