import type { PeopleCount } from '../count/count-people.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Isochrone } from '../isochrone/compute-isochrone.ts';
import type { Details } from './details.ts';
import { featureText } from './feature-text.ts';

/** Writes a successful answer as JSON text: count, isochrone, counted cells, details. */
export function countBody(
  endpoint: Endpoint,
  count: Pick<PeopleCount, 'people' | 'gridZone'>,
  isochrone: Isochrone | null,
  details: Details | null,
): string {
  const fields = [
    '"success":true,"error":""',
    `"${endpoint}":${Math.round(count.people)}`,
    ...(isochrone ? [`"isochrone":${featureText(isochrone.zone)}`] : []),
    ...(count.gridZone ? [`"workingcountzone":${featureText(count.gridZone)}`] : []),
    ...(details ? [`"details":${JSON.stringify(details)}`] : []),
  ];
  return `{${fields.join(',')}}`;
}

/** This header tells whether an isochrone is cut, also without `details`, as an RFC 9651 boolean. */
export const CUT_HEADER = 'Isochrone-Cut';

export const countHeaders = (isochrone: Isochrone | null): Record<string, string> =>
  isochrone ? { [CUT_HEADER]: isochrone.cut ? '?1' : '?0' } : {};
