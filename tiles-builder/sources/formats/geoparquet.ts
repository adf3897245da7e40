/** Reads GeoParquet with geometries as well-known binary. Source: geoparquet.org, versions 1.0 and 1.1. */
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { BadInput } from '../../base/failures/bad-input.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { BATCH, type Layer, type StoredFeature } from './layer.ts';
import { numberOrText } from './number-or-text.ts';
import { type StatedCrs, WGS84 } from './projection.ts';
import { geometryOfWkb } from './wkb.ts';

/** Rows of a group that are unpacked at once; those before them are skipped by pages. */
const ROWS_AT_ONCE = 65_536;
const LARGEST_GROUP_BYTES = 400e6;

interface GeoColumn {
  readonly name: string;
  readonly crs: StatedCrs;
}

export async function openGeoParquet(file: string): Promise<Layer> {
  const { buffer, metadata } = await attempt(file, null, async () => {
    const buffer = await asyncBufferFromFile(file);
    return { buffer, metadata: await parquetMetadataAsync(buffer, { geoparquet: false }) };
  });
  const geometry = geoColumnOf(file, metadata);
  const names = plainColumns(metadata).filter((name) => name !== geometry.name);
  const asBytes = withoutType(metadata, geometry.name);
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
  const columns = [geometry.name, ...names];
  let first = 0;
  for (const group of metadata.row_groups) {
    const bytes = group.columns.reduce(
      (sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0),
      0,
    );
    if (bytes > LARGEST_GROUP_BYTES) {
      throw new BadInput(
        file,
        `after feature ${first}`,
        `${group.num_rows} rows in one group have ${Math.ceil(bytes / 1e6)} MB, of which ${LARGEST_GROUP_BYTES / 1e6} MB are read at once`,
        'Write it in smaller groups, with row_group_size=65536 in GeoPandas.',
      );
    }
    const end = first + Number(group.num_rows);
    while (first < end) {
      const rows = await attempt(file, `after feature ${first}`, () =>
        readRows(buffer, metadata, columns, first, Math.min(end, first + ROWS_AT_ONCE)),
      );
      for (let start = 0; start < rows.length; start += BATCH) {
        const batch = rows.slice(start, start + BATCH);
        const firstRow = first + start;
        yield batch.map((row, i) => featureOf(file, `feature ${firstRow + i + 1}`, row, geometry, names));
      }
      first += rows.length;
    }
  }
}

type Row = Readonly<Record<string, unknown>>;

/** @throws Error if a value is missing, which is `undefined`: an absent value is `null` */
async function readRows(
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  columns: string[],
  rowStart: number,
  rowEnd: number,
): Promise<Row[]> {
  const rows = await parquetReadObjects({
    file: buffer,
    metadata,
    columns,
    rowStart,
    rowEnd,
    compressors,
    geoparquet: false,
    utf8: false,
  });
  const isWhole =
    rows.length === rowEnd - rowStart &&
    rows.every((row) => columns.every((name) => row[name] !== undefined));
  if (!isWhole) throw new Error('is damaged: values are missing');
  return rows;
}

function featureOf(
  file: string,
  where: string,
  row: Row,
  { name }: GeoColumn,
  names: readonly string[],
): StoredFeature {
  const properties = propertiesOf(row, names);
  const { id } = properties;
  return {
    where,
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : where,
    properties,
    geometry: geometryOfWkb(file, where, row[name]),
  };
}

function propertiesOf(row: Row, names: readonly string[]): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'bigint') properties[name] = numberOrText(value);
    else if (value instanceof Date) properties[name] = value.toISOString();
    else if (value !== null && typeof value !== 'object') properties[name] = value;
  }
  return properties;
}

/** ClickHouse declares geometries as text. */
const withoutType = (metadata: FileMetaData, column: string): FileMetaData => ({
  ...metadata,
  schema: metadata.schema.map((element) => {
    if (element.name !== column) return element;
    const { logical_type: _, converted_type: __, ...bytes } = element;
    return bytes;
  }),
});

/** Columns of single values, without lists and structures. */
const plainColumns = (metadata: FileMetaData): string[] =>
  parquetSchema(metadata)
    .children.filter(
      ({ children, element }) => children.length === 0 && element.repetition_type !== 'REPEATED',
    )
    .map(({ element }) => element.name);

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
  const geo = JSON.parse(text) as GeoMetadata;
  const name = String(geo?.primary_column);
  const column = geo?.columns?.[name];
  if (!column || !schema.some((element) => element.name === name)) {
    throw new BadInput(file, null, 'its metadata of GeoParquet name no column with geometries');
  }
  const encoding = String(column.encoding);
  if (encoding !== 'WKB') {
    throw new BadInput(
      file,
      null,
      `has geometries in the encoding ${encoding}, which is not read`,
      TO_GEOPARQUET,
    );
  }
  return { name, crs: column.crs === undefined ? WGS84 : crsOf(column.crs) };
}

function crsOf(crs: unknown): StatedCrs {
  if (typeof crs === 'string') return { code: crs.toUpperCase() };
  const { id } = (crs ?? {}) as { id?: { authority?: unknown; code?: unknown } };
  return id?.authority === undefined ? {} : { code: `${id.authority}:${id.code}`.toUpperCase() };
}

const TO_GEOPARQUET = 'Convert it with ogr2ogr or GeoPandas to GeoParquet with well-known binary.';

async function attempt<T>(file: string, where: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(file, where, reasonOf(cause, 'is damaged, or no GeoParquet'));
  }
}
