import type { Polygon, Zone } from '../geo/positions.ts';

/** A zone as every response returns it. */
export interface ZoneFeature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, never>>;
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: Polygon }
    | { readonly type: 'MultiPolygon'; readonly coordinates: Zone };
}

export function featureOf(zone: Zone): ZoneFeature {
  return {
    type: 'Feature',
    properties: {},
    geometry:
      zone.length === 1
        ? { type: 'Polygon', coordinates: zone[0]! }
        : { type: 'MultiPolygon', coordinates: zone },
  };
}
