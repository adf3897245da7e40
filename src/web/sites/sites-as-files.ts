/** Exports counts of sites, or of compared places, as CSV and GeoJSON. */
import { geoJSONToWkt } from 'betterknown';
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Point, Polygon } from 'geojson';
import { columnsOf, csvOf, PROPERTIES, SITE_COLUMNS } from '../../clients/count-columns.ts';
import type { AnsweredRow } from '../count-result.ts';
import { closedRings, letterOf, type Place } from '../question.ts';
import type { Site } from './read-sites.ts';

/** Without rows if it has no place. */
export interface CountedSite {
  readonly site: Site;
  readonly rows: readonly AnsweredRow[];
}

/** Compared places as sites, whose files a comparison shares: its letter is the name of each. */
export const answersAsSites = (answers: readonly AnsweredRow[]): CountedSite[] =>
  [...Map.groupBy(answers, ({ row }) => row.index)].map(([index, rows]) => {
    const { place } = rows[0].row;
    return { site: { id: letterOf(index), place, own: ownColumns(place) }, rows };
  });

/** As imports read them. */
const ownColumns = (place: Place): Record<string, string> => ({
  name: place.name,
  within_m: place.option === 'zone' && place.drawing.within_m > 0 ? String(place.drawing.within_m) : '',
});

type Cell = string | number | boolean | null | undefined;
interface Line {
  readonly cells: Partial<Record<(typeof COLUMNS)[number], Cell>>;
  readonly geometry: Geometry | null;
}

const COLUMNS = [...SITE_COLUMNS, 'area_m2'] as const;

/** Line for each number or failure, never a 0 instead, and then the table's own columns. */
export function sitesAsCsv(sites: readonly CountedSite[]): string {
  const own = [...new Set(sites.flatMap(({ site }) => Object.keys(site.own)))];
  const lines = sites.flatMap((counted) =>
    linesOf(counted).map(({ cells }) => [
      ...COLUMNS.map((column) => String(cells[column] ?? '')),
      ...own.map((column) => counted.site.own[column] ?? ''),
    ]),
  );
  return csvOf([[...COLUMNS, ...own.map(nameOfOwn)], ...lines]);
}

/** Isochrones have their outline, where it is known, and else their origin. */
export function sitesAsGeojson(sites: readonly CountedSite[]): FeatureCollection {
  const features = sites.flatMap((counted) => {
    const own = Object.entries(counted.site.own).map(([column, cell]) => [nameOfOwn(column), cell]);
    return linesOf(counted).map(({ cells, geometry }) => {
      const properties = [...PROPERTIES, 'area_m2' as const].map((column) => [column, cells[column] ?? null]);
      return { type: 'Feature', properties: Object.fromEntries([...properties, ...own]), geometry };
    });
  });
  return { type: 'FeatureCollection', features: features as Feature[] };
}

/** Apart from the columns of the count. */
const nameOfOwn = (column: string): string =>
  (COLUMNS as readonly string[]).includes(column) ? `own_${column}` : column;

function linesOf({ site, rows }: CountedSite): Line[] {
  const { id, place } = site;
  if ('fault' in place) return [{ cells: { id, error: place.fault }, geometry: null }];
  const where = columnsOfPlace(site);
  const geometry = geometryOf(site);
  return rows.flatMap(({ row, results }) =>
    results.flatMap((result, i): Line[] => {
      const asked = { id, ...where, ...row.reach, count: row.counts[i].endpoint };
      if (result.kind === 'refusal')
        return [{ cells: { ...asked, error: result.refusal.message }, geometry }];
      if (result.kind !== 'total') return [];
      const cells = { ...asked, ...columnsOf(result), area_m2: result.area_m2 };
      return [{ cells, geometry: result.isochrone?.geometry ?? geometry }];
    }),
  );
}

function columnsOfPlace(site: Site): Pick<Line['cells'], 'lon' | 'lat' | 'wkt'> {
  const geometry = geometryOf(site);
  if (geometry?.type !== 'Point') return { wkt: geometry && geoJSONToWkt(geometry) };
  const [lon, lat] = geometry.coordinates;
  return { lon, lat };
}

export function geometryOf({ place }: Site): Point | Polygon | MultiPolygon | null {
  if ('fault' in place) return null;
  if (place.option === 'isochrone') return { type: 'Point', coordinates: [...place.origin] };
  const coordinates = place.drawing.parts.map(closedRings) as unknown as [number, number][][][];
  const [only, ...others] = coordinates;
  return others.length === 0 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates };
}
