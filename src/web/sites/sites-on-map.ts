/** Sites as the map draws them: where they are, and what has become of their counts. */
import type { Feature, FeatureCollection } from 'geojson';
import { type CountedSite, geometryOf, type ResultOf } from './sites-as-files.ts';

/** Of a site: all its counts have a number, one of them is refused, or neither yet. */
export type SiteState = 'counted' | 'refused' | 'open';

/** Rows that name no place are on no map. */
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
