/** Makes GeoJSON features of sites for the map, each with its state and a dot whose area grows with the people. */
import type { Feature, FeatureCollection } from 'geojson';
import { totalsOf } from '../count-result.ts';
import { type CountedSite, geometryOf } from './sites-as-files.ts';

export interface SiteProperties {
  readonly state: 'counted' | 'refused' | 'open';
  /** By the largest number at the site; 1 where most people are, 0 without a number. */
  readonly size: number;
  readonly name: string;
  /** Numbers of the site, or why there is none, a line each. */
  readonly said: string;
}

const peopleAt = ({ rows }: CountedSite): number =>
  Math.max(0, ...totalsOf(rows).map(({ total }) => total.people));

/** Omits rows without a place. */
export function sitesOnMap(
  sites: readonly CountedSite[],
  said: (counted: CountedSite) => readonly string[],
): FeatureCollection {
  const most = Math.max(1, ...sites.map(peopleAt));
  const features = sites.flatMap((counted): Feature[] => {
    const geometry = geometryOf(counted.site);
    if (!geometry) return [];
    const kinds = new Set(counted.rows.flatMap(({ results }) => results.map(({ kind }) => kind)));
    const properties: SiteProperties = {
      state: kinds.has('refusal') ? 'refused' : kinds.has('pending') ? 'open' : 'counted',
      size: Math.sqrt(peopleAt(counted) / most),
      name: counted.site.id,
      said: said(counted).join('\n'),
    };
    return [{ type: 'Feature', properties, geometry }];
  });
  return { type: 'FeatureCollection', features };
}
