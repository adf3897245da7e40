/** Makes GeoJSON features of sites for the map, each with its state and a dot whose area grows with the people. */
import { feature } from '@turf/helpers';
import type { Feature } from 'geojson';
import { totalsOf } from '../count-result.ts';
import { geometryOf } from '../question.ts';
import type { CountedSite } from './sites-as-files.ts';

export interface SiteProperties {
  readonly state: 'counted' | 'refused' | 'open';
  /** Size by the largest number at the site: 1 where most people are, 0 without a number. */
  readonly size: number;
  readonly name: string;
  /** Numbers of the site, or why there is none, a line each. */
  readonly said: string;
}

const peopleAt = ({ rows }: CountedSite): number =>
  Math.max(0, ...totalsOf(rows).map(({ total }) => total.people));

/** Returns the largest number at any site, 0 without one. */
export const mostPeople = (sites: readonly CountedSite[]): number => Math.max(0, ...sites.map(peopleAt));

/** Omits rows without a place. */
export function sitesOnMap(
  sites: readonly CountedSite[],
  said: (counted: CountedSite) => readonly string[],
): Feature[] {
  const most = Math.max(1, mostPeople(sites));
  return sites.flatMap((counted): Feature[] => {
    const { place, id } = counted.site;
    if ('fault' in place) return [];
    const kinds = new Set(counted.rows.flatMap(({ results }) => results.map(({ kind }) => kind)));
    const properties: SiteProperties = {
      state: kinds.has('refusal') ? 'refused' : kinds.has('pending') ? 'open' : 'counted',
      size: Math.sqrt(peopleAt(counted) / most),
      name: id,
      said: said(counted).join('\n'),
    };
    return [feature(geometryOf(place), properties)];
  });
}
