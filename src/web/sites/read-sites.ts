/** Parses sites from CSV or pasted spreadsheet rows: detects delimiter and columns, reads points or WKT. */
import { wktToGeoJSON } from 'betterknown';
import { parse } from 'csv-parse/browser/esm/sync';
import { type Fault, readPlaces } from '../import/read-places.ts';
import { type Place, rounded } from '../question.ts';
import type { Texts } from '../text/en.ts';

/** A table of sites has at most this many rows. */
export const MAX_SITES = 1_000;

export interface Site {
  /** Unique id. */
  readonly id: string;
  readonly place: Place | Fault;
  /** Cells of the table's other columns, by their names. */
  readonly own: Readonly<Record<string, string>>;
}

/** Names of columns in lower case. */
const COLUMNS = {
  id: ['id', 'name', 'nom'],
  lon: ['lon', 'lng', 'longitude'],
  lat: ['lat', 'latitude'],
  wkt: ['wkt', 'geometry'],
};
/** Columns of a table without header. */
const USUAL_COLUMNS: Columns = { id: 0, lon: 1, lat: 2, wkt: -1 };
const DELIMITERS = ['\t', ';', ','];
const WKT = /^\s*(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|POLYGON)\b/i;

/** Indexes of columns, −1 if absent. */
type Columns = Record<keyof typeof COLUMNS, number>;

export function readSites(text: string, texts: Texts): readonly Site[] | Fault {
  const cells = cellsOf(text);
  const [first] = cells;
  if (!first) return { fault: texts.noTable };
  const named = columnsOf(first);
  const columns = named ?? unnamedColumns(first);
  if (!columns) return { fault: texts.noTable };
  const rows = named ? cells.slice(1) : cells;
  if (rows.length === 0) return { fault: texts.noTable };
  if (rows.length > MAX_SITES) return { fault: texts.tooManySites(rows.length, MAX_SITES) };
  const ids = new Set<string>();
  const others = named ? [...first.keys()].filter((i) => !Object.values(named).includes(i)) : [];
  return rows.map((row, i): Site => {
    const own = Object.fromEntries(others.map((at) => [first[at].trim(), row[at]?.trim() ?? '']));
    const id = row[columns.id]?.trim() || texts.rowOfTable(named ? i + 2 : i + 1);
    const isKnown = ids.size === ids.add(id).size;
    return { id, own, place: isKnown ? { fault: texts.twoSites(id) } : placeOf(id, row, columns, texts) };
  });
}

/** Splits at the most frequent delimiter of the first line, outside quotes and WKT. */
function cellsOf(text: string): string[][] {
  const [header] = text.replaceAll(/"[^"]*"|\(.*\)/g, '').split('\n', 1);
  const delimiter = DELIMITERS.reduce((a, b) => (header.split(b).length > header.split(a).length ? b : a));
  const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  try {
    const rows = parse(text, { ...options, delimiter }) as string[][];
    return rows.filter((row) => row.some((cell) => cell.trim()));
  } catch {
    return [];
  }
}

function columnsOf(header: readonly string[]): Columns | null {
  const names = header.map((name) => name.trim().toLowerCase());
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, known]) => [
      column,
      names.findIndex((name) => known.includes(name)),
    ]),
  ) as Columns;
  return columns.wkt >= 0 || (columns.lon >= 0 && columns.lat >= 0) ? columns : null;
}

function unnamedColumns(row: readonly string[]): Columns | null {
  const wkt = row.findIndex((cell) => WKT.test(cell));
  if (wkt >= 0) return { id: row.length > 1 ? Number(wkt === 0) : -1, lon: -1, lat: -1, wkt };
  return Number.isFinite(degreesOf(row[1])) && Number.isFinite(degreesOf(row[2])) ? USUAL_COLUMNS : null;
}

function placeOf(id: string, row: readonly string[], columns: Columns, texts: Texts): Place | Fault {
  const wkt = row[columns.wkt]?.trim();
  if (wkt) return zoneOf(id, wkt, texts);
  const [lon, lat] = [row[columns.lon], row[columns.lat]].map(degreesOf);
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90
    ? { name: id, option: 'isochrone', origin: rounded([lon, lat]) }
    : { fault: texts.noDegrees };
}

/** Accepts a decimal comma; else `NaN`. */
function degreesOf(cell = ''): number {
  const text = cell.trim().replace(',', '.');
  return text ? Number(text) : Number.NaN;
}

function zoneOf(name: string, wkt: string, texts: Texts): Place | Fault {
  const [, srid = '4326'] = /^SRID=(\d+);/i.exec(wkt) ?? [];
  if (srid !== '4326') return { fault: texts.otherCrs(`EPSG:${srid}`) };
  let geometry: unknown = null;
  try {
    geometry = wktToGeoJSON(wkt);
  } catch {
    // Reported below.
  }
  if (!geometry) return { fault: texts.noWkt };
  const places = readPlaces(JSON.stringify(geometry), texts);
  if ('fault' in places) return places;
  return places.length === 1 ? { ...places[0], name } : { fault: texts.noWkt };
}
