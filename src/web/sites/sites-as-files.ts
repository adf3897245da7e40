/** The counts of sites as CSV and as GeoJSON. */
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { CountResult } from '../count-result.ts';
import { closedRings } from '../question.ts';
import { columnsOf, csvOf } from '../take-away/answers-as-csv.ts';
import type { Site } from './read-sites.ts';
import type { SiteCount } from './site-counter.ts';

/** A site with its counts, none for a row that names no place. */
export interface CountedSite {
  readonly site: Site;
  readonly counts: readonly SiteCount[];
}
export type ResultOf = (count: SiteCount) => CountResult;

const COLUMNS = [
  'id',
  'travel',
  'time_s',
  'count',
  'people',
  'low',
  'high',
  'coverage',
  'cut',
  'simulated',
  'region',
  'version',
  'sources',
  'error',
] as const;
type Line = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null | undefined>>;

/** A line for each count that has a number or a reason why there is none, so that a count without an answer is never a 0. */
export function sitesAsCsv(sites: readonly CountedSite[], resultOf: ResultOf): string {
  const lines = sites.flatMap((site) => linesOf(site, resultOf));
  return csvOf([COLUMNS, ...lines.map((line) => COLUMNS.map((column) => String(line[column] ?? '')))]);
}

/** The lines of the CSV as features, at the point or in the zone of their site. */
export function sitesAsGeojson(sites: readonly CountedSite[], resultOf: ResultOf): FeatureCollection {
  const features = sites.flatMap((site) =>
    linesOf(site, resultOf).map((line): Feature<Geometry | null> => {
      const properties = Object.fromEntries(COLUMNS.map((column) => [column, line[column] ?? null]));
      return { type: 'Feature', properties, geometry: geometryOf(site.site) };
    }),
  );
  return { type: 'FeatureCollection', features: features as Feature[] };
}

function linesOf({ site: { id, place }, counts }: CountedSite, resultOf: ResultOf): Line[] {
  if ('fault' in place) return [{ id, error: place.fault }];
  return counts.flatMap((siteCount): Line[] => {
    const { row, count } = siteCount;
    const asked = { id, travel: row.reach?.travel, time_s: row.reach?.time_s, count: count.endpoint };
    const result = resultOf(siteCount);
    if (result.kind === 'refusal') return [{ ...asked, error: result.refusal.error }];
    if (result.kind !== 'total') return [];
    return [{ ...asked, ...columnsOf(result) }];
  });
}

/** The point or the zone of a site, `null` for a row that names no place. */
export function geometryOf({ place }: Site): Geometry | null {
  if ('fault' in place) return null;
  if (place.option === 'isochrone') return { type: 'Point', coordinates: [...place.origin] };
  const coordinates = place.drawing.parts.map(closedRings) as unknown as [number, number][][][];
  return { type: 'MultiPolygon', coordinates };
}
