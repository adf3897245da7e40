import type { PeopleCount } from '../count/count-people.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Zone } from '../geo/positions.ts';
import type { Isochrone } from '../isochrone/compute-isochrone.ts';
import type { Details } from './details.ts';

/** Writes a successful answer as JSON text: count, isochrone, counted cells, details. */
export function countBody(
  endpoint: Endpoint,
  count: Pick<PeopleCount, 'people' | 'gridZone'>,
  isochrone: Isochrone | null,
  details: Details | null,
): string {
  return JSON.stringify({
    success: true,
    error: '',
    [endpoint]: Math.round(count.people),
    ...(isochrone && { isochrone: featureOf(isochrone.zone) }),
    ...(count.gridZone && { workingcountzone: featureOf(count.gridZone) }),
    ...(details && { details }),
  });
}

const featureOf = (zone: Zone): object => ({
  type: 'Feature',
  properties: {},
  geometry:
    zone.length === 1
      ? { type: 'Polygon', coordinates: zone[0] }
      : { type: 'MultiPolygon', coordinates: zone },
});

/** This header tells whether an isochrone is cut, also without `details`, as an RFC 9651 boolean. */
export const CUT_HEADER = 'Isochrone-Cut';

export const countHeaders = (isochrone: Isochrone | null): Record<string, string> =>
  isochrone ? { [CUT_HEADER]: isochrone.cut ? '?1' : '?0' } : {};
