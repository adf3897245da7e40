/** Makes GeoJSON features of sites for the map, each with its state and a dot whose area grows with the people. */
import type { Feature, FeatureCollection } from 'geojson';
import { type CountedSite, geometryOf, type ResultOf } from './sites-as-files.ts';

export type SiteState = 'counted' | 'refused' | 'open';

export interface SiteProperties {
  readonly state: SiteState;
  /** By the largest number at the site; 1 where most people are, 0 without a number. */
  readonly size: number;
}

/** Omits rows without a place. */
export function sitesOnMap(sites: readonly CountedSite[], resultOf: ResultOf): FeatureCollection {
  const peopleAt = ({ counts }: CountedSite): number =>
    Math.max(0, ...counts.map(resultOf).map((result) => (result.kind === 'total' ? result.people : 0)));
  const most = Math.max(1, ...sites.map(peopleAt));
  const features = sites.flatMap((counted): Feature[] => {
    const geometry = geometryOf(counted.site);
    if (!geometry) return [];
    const kinds = counted.counts.map((count) => resultOf(count).kind);
    const state: SiteState = kinds.includes('refusal')
      ? 'refused'
      : kinds.every((kind) => kind === 'total')
        ? 'counted'
        : 'open';
    const properties: SiteProperties = { state, size: Math.sqrt(peopleAt(counted) / most) };
    return [{ type: 'Feature', properties, geometry }];
  });
  return { type: 'FeatureCollection', features };
}
