/** Makes GeoJSON features of sites for the map, each with its state and a dot whose area grows with the people. */
import type { Feature, FeatureCollection } from 'geojson';
import { type CountedSite, geometryOf, type ResultOf } from './sites-as-files.ts';

export type SiteState = 'counted' | 'refused' | 'open';

export interface SiteProperties {
  readonly state: SiteState;
  /** By the largest number at the site; 1 where most people are, 0 without a number. */
  readonly size: number;
  readonly name: string;
  /** Numbers of the site, or why there is none, a line each. */
  readonly said: string;
}

/** Omits rows without a place. */
export function sitesOnMap(
  sites: readonly CountedSite[],
  resultOf: ResultOf,
  said: (counted: CountedSite) => readonly string[],
): FeatureCollection {
  const peopleAt = ({ counts }: CountedSite): number => mostPeople([{ counts }], resultOf);
  const most = mostPeople(sites, resultOf) || 1;
  const features = sites.flatMap((counted): Feature[] => {
    const geometry = geometryOf(counted.site);
    if (!geometry) return [];
    const kinds = counted.counts.map((count) => resultOf(count).kind);
    const state: SiteState = kinds.includes('refusal')
      ? 'refused'
      : kinds.every((kind) => kind === 'total')
        ? 'counted'
        : 'open';
    const size = Math.sqrt(peopleAt(counted) / most);
    const properties: SiteProperties = {
      state,
      size,
      name: counted.site.id,
      said: said(counted).join('\n'),
    };
    return [{ type: 'Feature', properties, geometry }];
  });
  return { type: 'FeatureCollection', features };
}

/** Largest number of any site. */
const mostPeople = (sites: readonly Pick<CountedSite, 'counts'>[], resultOf: ResultOf): number =>
  Math.max(
    0,
    ...sites.flatMap(({ counts }) =>
      counts.map(resultOf).map((result) => (result.kind === 'total' ? result.people : 0)),
    ),
  );
