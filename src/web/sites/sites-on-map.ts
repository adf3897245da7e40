/** Sites as map features, with their state. */
import type { Feature, FeatureCollection } from 'geojson';
import { type CountedSite, geometryOf, type ResultOf } from './sites-as-files.ts';

/** All counted, one refused, or neither. */
export type SiteState = 'counted' | 'refused' | 'open';

/** Omits rows without a place. */
export function sitesOnMap(sites: readonly CountedSite[], resultOf: ResultOf): FeatureCollection {
  const features = sites.flatMap(({ site, counts }): Feature[] => {
    const geometry = geometryOf(site);
    if (!geometry) return [];
    const kinds = counts.map((count) => resultOf(count).kind);
    const state: SiteState = kinds.includes('refusal')
      ? 'refused'
      : kinds.every((kind) => kind === 'total')
        ? 'counted'
        : 'open';
    return [{ type: 'Feature', properties: { state }, geometry }];
  });
  return { type: 'FeatureCollection', features };
}
