/** Reads GeoParquet with WKB or native geometries. Source: geoparquet.org, versions 1.0 and 1.1. */
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { BadInput } from '../../base/failures/bad-input.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { BATCH, type Layer, type StoredFeature, type StoredGeometry } from './layer.ts';
import { NATIVE_TYPES, nativeCoordinates, nativeGeometries } from './native-geometries.ts';
import { numberOrText } from './number-or-text.ts';
import { PagedColumn, type RowValues } from './parquet-column.ts';
import { type StatedCrs, WGS84 } from './projection.ts';
import { CurvedGeometry, readWkb, STRAIGHTEN } from './wkb.ts';

interface GeoColumn {
  readonly name: string;
  readonly nativeType: string | null;
  readonly crs: StatedCrs;
}

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
  const schema = parquetSchema(metadata);
  let first = 0;
  for (const group of metadata.row_groups) {
    const end = first + Number(group.num_rows);
    const open = (name: string): RowValues => openColumn(buffer, schema, group, name);
    const after = (row: number): string => `after feature ${row}`;
    const { geometries, columns } = await attempt(file, after(first), async () => ({
      geometries:
        geometry.nativeType === null
          ? open(geometry.name)
          : await nativeGeometries(file, buffer, metadata, group, first, geometry.name),
      columns: names.map((name) => ({ name, values: open(name) })),
    }));
    while (first < end) {
      const rows = Math.min(BATCH, end - first);
      const { shapes, properties } = await attempt(file, after(first), async () => {
        const shapes = await geometries.take(rows);
        const properties = Array.from({ length: rows }, (): Record<string, unknown> => ({}));
        for (const { name, values } of columns) setProperty(properties, name, await values.take(rows));
        return { shapes, properties };
      });
      const firstRow = first;
      yield properties.map((own, i) =>
        featureOf(file, `feature ${firstRow + i + 1}`, own, shapes[i], geometry.nativeType),
      );
      first += rows;
    }
  }
}

function openColumn(
  buffer: AsyncBuffer,
  schema: SchemaTree,
  { columns, num_rows }: RowGroup,
  name: string,
): RowValues {
  const chunk = columns.find(
    ({ meta_data }) => meta_data?.path_in_schema.length === 1 && meta_data.path_in_schema[0] === name,
  );
  if (!chunk) throw new Error(`a group of rows has no column ${name}`);
  return new PagedColumn(buffer, schema, chunk, Number(num_rows), compressors);
}

function setProperty(
  rows: readonly Record<string, unknown>[],
  name: string,
  values: ArrayLike<unknown>,
): void {
  for (const [i, row] of rows.entries()) {
    const value = values[i];
    if (typeof value === 'bigint') row[name] = numberOrText(value);
    else if (value instanceof Date) row[name] = value.toISOString();
    else if (value !== null && value !== undefined && typeof value !== 'object') row[name] = value;
  }
}

function featureOf(
  file: string,
  where: string,
  properties: Readonly<Record<string, unknown>>,
  shape: unknown,
  nativeType: string | null,
): StoredFeature {
  const { id } = properties;
  try {
    return {
      where,
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : where,
      properties,
      geometry: geometryOf(shape, nativeType),
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
    const coordinates = nativeCoordinates(value);
    return Array.isArray(coordinates) && coordinates.length === 0 ? null : { type: nativeType, coordinates };
  }
  if (!(value instanceof Uint8Array)) throw new Error('its geometry is not well-known binary');
  return readWkb(value);
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
  const nativeType = NATIVE_TYPES[encoding] ?? null;
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
