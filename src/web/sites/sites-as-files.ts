/** Exports counts of sites as CSV and GeoJSON. */
import { geoJSONToWkt } from 'betterknown';
import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon } from 'geojson';
import { columnsOf, csvOf, PROPERTIES, SITE_COLUMNS } from '../../clients/count-columns.ts';
import type { CountResult } from '../count-result.ts';
import { closedRings } from '../question.ts';
import type { Site } from './read-sites.ts';
import type { SiteCount } from './site-counter.ts';

/** Without counts if the row has no place. */
export interface CountedSite {
  readonly site: Site;
  readonly counts: readonly SiteCount[];
}
export type ResultOf = (count: SiteCount) => CountResult;

type Line = Partial<Record<(typeof SITE_COLUMNS)[number], string | number | boolean | null | undefined>>;

/** Line for each number or failure, never a 0 instead, and then the table's own columns. */
export function sitesAsCsv(sites: readonly CountedSite[], resultOf: ResultOf): string {
  const own = [...new Set(sites.flatMap(({ site }) => Object.keys(site.own)))];
  const lines = sites.flatMap((counted) =>
    linesOf(counted, resultOf).map((line) => [
      ...SITE_COLUMNS.map((column) => String(line[column] ?? '')),
      ...own.map((column) => counted.site.own[column] ?? ''),
    ]),
  );
  return csvOf([[...SITE_COLUMNS, ...own.map(nameOfOwn)], ...lines]);
}

export function sitesAsGeojson(sites: readonly CountedSite[], resultOf: ResultOf): FeatureCollection {
  const features = sites.flatMap(({ site, counts }) => {
    const own = Object.entries(site.own).map(([column, cell]) => [nameOfOwn(column), cell]);
    return linesOf({ site, counts }, resultOf).map((line): Feature<ReturnType<typeof geometryOf>> => {
      const counted = PROPERTIES.map((column) => [column, line[column] ?? null]);
      return {
        type: 'Feature',
        properties: Object.fromEntries([...counted, ...own]),
        geometry: geometryOf(site),
      };
    });
  });
  return { type: 'FeatureCollection', features: features as Feature[] };
}

/** Apart from the columns of the count. */
const nameOfOwn = (column: string): string =>
  (SITE_COLUMNS as readonly string[]).includes(column) ? `own_${column}` : column;

function linesOf({ site, counts }: CountedSite, resultOf: ResultOf): Line[] {
  const { id, place } = site;
  if ('fault' in place) return [{ id, error: place.fault }];
  const where = columnsOfPlace(site);
  return counts.flatMap((siteCount): Line[] => {
    const { row, count } = siteCount;
    const asked = { id, ...where, ...row.reach, count: count.endpoint };
    const result = resultOf(siteCount);
    if (result.kind === 'refusal') return [{ ...asked, error: result.refusal.message }];
    if (result.kind !== 'total') return [];
    return [{ ...asked, ...columnsOf(result) }];
  });
}

function columnsOfPlace(site: Site): Pick<Line, 'lon' | 'lat' | 'wkt'> {
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
