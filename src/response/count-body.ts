import type { PeopleCount } from '../count/count-people.ts';
import type { Isochrone } from '../isochrone/compute-isochrone.ts';
import type { Endpoint } from '../request/parse-count-query.ts';
import type { Details } from './details.ts';
import { featureOf } from './feature.ts';

/** The body of a success as JSON text: exactly the fields of the contract. */
export function countBody(
  endpoint: Endpoint,
  count: PeopleCount,
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
