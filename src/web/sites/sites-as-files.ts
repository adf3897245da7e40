/** Exports counts of sites, or of compared places, as CSV and GeoJSON. */

import { feature, featureCollection } from '@turf/helpers';
import { geoJSONToWkt } from 'betterknown';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { columnsOf, csvOf, PROPERTIES, SITE_COLUMNS } from '../../clients/count-columns.ts';
import type { AnsweredRow } from '../count-result.ts';
import { geometryOf, letterOf, type Place } from '../question.ts';
import type { Site } from './read-sites.ts';

/** A row without a place has no counts. */
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

/** Returns columns of a place as imports read them. */
const ownColumns = (place: Place): Record<string, string> => ({
  name: place.name,
  within_m: place.option === 'zone' && place.within_m > 0 ? String(place.within_m) : '',
});

type Cell = string | number | boolean | null | undefined;
interface Line {
  readonly cells: Partial<Record<(typeof COLUMNS)[number], Cell>>;
  readonly geometry: Geometry | null;
}

const COLUMNS = [...SITE_COLUMNS, 'area_m2'] as const;

/** Writes a line for each number or failure, which is never a 0, with the table's own columns after it. */
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
      return feature(geometry, Object.fromEntries([...properties, ...own])) as Feature;
    });
  });
  return featureCollection(features);
}

/** Renames an own column that has the name of a column of the count. */
const nameOfOwn = (column: string): string =>
  (COLUMNS as readonly string[]).includes(column) ? `own_${column}` : column;

function linesOf({ site, rows }: CountedSite): Line[] {
  const { id, place } = site;
  if ('fault' in place) return [{ cells: { id, error: place.fault }, geometry: null }];
  const geometry = geometryOf(place);
  const where = columnsOfPlace(geometry);
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

function columnsOfPlace(geometry: Geometry): Pick<Line['cells'], 'lon' | 'lat' | 'wkt'> {
  if (geometry.type !== 'Point') return { wkt: geoJSONToWkt(geometry) };
  const [lon, lat] = geometry.coordinates;
  return { lon, lat };
}
