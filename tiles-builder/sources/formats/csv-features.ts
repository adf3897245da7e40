/** Reads features from a CSV file: WKT in one column, or x and y in two, as configured or found by usual names. */
import { wktToGeoJSON } from 'betterknown';
import { BadInput } from '../../base/failures/bad-input.ts';
import { didYouMean } from '../../base/failures/nearest-name.ts';
import { isBlank, numberIn, readingsOf } from '../numbers.ts';
import { readCsv } from './csv.ts';
import { inBatches, type Layer, type LayerSource, type StoredFeature, type StoredGeometry } from './layer.ts';
import { type StatedCrs, WGS84 } from './projection.ts';

const WKT_COLUMNS = ['wkt', 'geometry', 'geom', 'the_geom', 'wkt_geom', 'geom_wkt'];
const DEGREE_COLUMNS = [
  ['lon', 'lat'],
  ['longitude', 'latitude'],
  ['lng', 'lat'],
];
const OTHER_COLUMNS = [
  ['x', 'y'],
  ['easting', 'northing'],
];

interface GeometryColumns {
  readonly at: readonly number[];
  readonly crs: StatedCrs;
}

export async function openCsv(source: LayerSource): Promise<Layer> {
  const { file, geometry } = source;
  const records = readCsv(file);
  const header = await records.next();
  if (header.done) throw new BadInput(file, null, 'is empty');
  const names = header.value.fields.map((name) => name.trim());
  const first = await records.next();
  await records.return(undefined);
  const columns = geometryColumns(file, names, geometry);
  return {
    crs:
      columns.at.length === 1 && !first.done
        ? (sridOf(first.value.fields[columns.at[0]]) ?? columns.crs)
        : columns.crs,
    properties: names,
    hasProperty: (name) => names.includes(name),
    count: null,
    batches: () => inBatches(featuresOf(source, names, columns)),
  };
}

function geometryColumns(
  file: string,
  names: readonly string[],
  named: LayerSource['geometry'],
): GeometryColumns {
  const known = names.map((name) => name.toLowerCase());
  if (named !== undefined) {
    const at = [named].flat().map((name) => {
      const column = names.indexOf(name);
      if (column < 0) throw new BadInput(file, null, `has no column ${name}`, didYouMean(name, names));
      return column;
    });
    return { at, crs: isDegrees(at.map((column) => known[column])) ? WGS84 : {} };
  }
  const wkt = WKT_COLUMNS.find((name) => known.includes(name));
  if (wkt !== undefined) return { at: [known.indexOf(wkt)], crs: {} };
  const pair = [...DEGREE_COLUMNS, ...OTHER_COLUMNS].find((own) => own.every((name) => known.includes(name)));
  if (!pair) {
    throw new BadInput(
      file,
      null,
      `has no column with geometries; its columns are ${names.join(', ')}`,
      'Name the one with WKT, or those with x and y, by "geometry" in the configuration; a census of squares names its column by census.square.',
    );
  }
  return { at: pair.map((name) => known.indexOf(name)), crs: isDegrees(pair) ? WGS84 : {} };
}

const isDegrees = (columns: readonly string[]): boolean =>
  DEGREE_COLUMNS.some((own) => own.join() === columns.join());

async function* featuresOf(
  source: LayerSource,
  names: readonly string[],
  columns: GeometryColumns,
): AsyncGenerator<StoredFeature> {
  const { file } = source;
  const { at } = columns;
  let isHeader = true;
  for await (const { line, fields } of readCsv(file)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const where = `line ${line}`;
    if (fields.length < names.length)
      throw new BadInput(file, where, `ends before the column ${names[fields.length]}`);
    const properties: Record<string, unknown> = {};
    for (const [column, name] of names.entries()) {
      if (fields[column] !== '' && !at.includes(column)) properties[name] = fields[column].trim();
    }
    yield {
      where,
      id: where,
      properties,
      geometry:
        at.length === 1
          ? wktGeometry(file, where, fields[at[0]])
          : pointGeometry(source, where, columns, names, fields),
    };
  }
}

const SRID = /^\s*SRID\s*=\s*(\d+)\s*;/i;

function sridOf(wkt: string | undefined): StatedCrs | null {
  const code = SRID.exec(wkt ?? '')?.[1];
  return code === undefined ? null : { code: `EPSG:${code}` };
}

function pointGeometry(
  source: LayerSource,
  where: string,
  { at, crs }: GeometryColumns,
  names: readonly string[],
  fields: readonly string[],
): StoredGeometry | null {
  const values = at.map((column) => fields[column]);
  if (values.every(isBlank)) return null;
  const coordinates = values.map((value, i) => {
    const degrees = crs === WGS84 ? readingsOf(value, source).find((own) => Math.abs(own) <= 180) : null;
    return degrees ?? numberIn(source, where, names[at[i]], value);
  });
  if (!coordinates.includes(null)) return { type: 'Point', coordinates };
  throw new BadInput(source.file, where, `"${values.join('" and "')}" are no coordinates`);
}

function wktGeometry(file: string, where: string, text: string): StoredGeometry | null {
  if (text.trim() === '') return null;
  let geometry: StoredGeometry | null;
  try {
    geometry = wktToGeoJSON(text.replace(SRID, ''));
  } catch (cause) {
    throw new BadInput(file, where, `its WKT cannot be read: ${(cause as Error).message}`, LINEAR);
  }
  if (geometry === null && !/\bEMPTY\s*$/i.test(text))
    throw new BadInput(file, where, 'its WKT cannot be read', LINEAR);
  return geometry;
}

const LINEAR = 'WKT of points, lines and polygons is read; curves are not.';
