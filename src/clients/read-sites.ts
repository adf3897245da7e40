/** Reads a CSV of sites: a column `id` or `name`, and `lon` and `lat`, or `wkt` with a polygon. */
import { readFileSync } from 'node:fs';
import { wktToGeoJSON } from 'betterknown';
import { parse } from 'csv-parse/sync';
import { type ASKED_COLUMNS, withoutFormulas } from './count-columns.ts';
import type { Place, Travel } from './javascript/client.ts';

export type Row = Readonly<Record<string, string>>;
/** The question of a line of counts, as texts of its columns. */
export type Asked = Readonly<Partial<Record<(typeof ASKED_COLUMNS)[number], string>>>;

/** Reads rows by lower-case names of columns; the delimiter is the most frequent one of the first line. */
export function readRows(file: string): Row[] {
  const text = readFileSync(file, 'utf8');
  const [header] = text.split('\n', 1);
  const delimiter = [',', ';', '\t'].reduce((a, b) =>
    header.split(b).length > header.split(a).length ? b : a,
  );
  const columns = (names: string[]): string[] => names.map((name) => name.trim().toLowerCase());
  try {
    const record_delimiter = ['\r\n', '\n'];
    return parse(text, { bom: true, columns, skip_empty_lines: true, delimiter, record_delimiter });
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}; quote numbers with a comma`, { cause });
  }
}

/** @returns for each row its zone once, or its point for each time, which `isochrones` gives */
export function readSites(file: string, isochrones: readonly Pick<Asked, 'travel' | 'time_s'>[]): Asked[] {
  const ids = new Set<string>();
  return readRows(file).flatMap((row): Asked[] => {
    const id = row.id ?? row.name ?? missing(file, 'id or name');
    if (ids.size === ids.add(withoutFormulas(id)).size) throw new Error(`${file} has two sites called ${id}`);
    const wkt = row.wkt ?? row.geometry;
    if (wkt) return [{ id, wkt }];
    const lon = row.lon ?? row.lng ?? row.longitude ?? missing(file, 'lon or wkt');
    const lat = row.lat ?? row.latitude ?? missing(file, 'lat');
    const [x, y] = [lon, lat].map((degrees) => degrees.trim().replace(',', '.'));
    return isochrones.map((isochrone) => ({ id, lon: x, lat: y, ...isochrone }));
  });
}

function missing(file: string, columns: string): never {
  throw new Error(`${file} has no column ${columns}`);
}

export function placeOf({ lon = '', lat = '', wkt, travel, time_s }: Asked): Place {
  if (wkt) return { zone: polygonsOf(wkt) as object };
  const [x, y, time] = [lon, lat, time_s].map((text) => (text ? Number(text) : Number.NaN));
  return { lon: x, lat: y, travel: travel as Travel, time };
}

/** Reads polygons of well-known text as GeoJSON; `null`, which the client refuses as a zone, where it holds none. */
export function polygonsOf(wkt: string): object | null {
  try {
    // The library takes spaces alone between words and numbers.
    const geometry = wktToGeoJSON(wkt.replace(/\s+/g, ' '));
    return geometry?.type.endsWith('Polygon') ? geometry : null;
  } catch {
    return null;
  }
}
