/** Simplifies a zone's rings by Douglas and Peucker; halves the tolerance up to three times where a ring would cross itself. */

import { douglasPeucker } from '../../src/geo/douglas-peucker.ts';
import type { Polygon, Ring, Zone } from '../../src/geo/positions.ts';
import { isSimpleRing } from './rings.ts';

const TRIES = 4;

/** @returns simple rings; small ones are unchanged */
export function simplifyZone(zone: Zone, within_m: number): Zone {
  return zone.map((polygon): Polygon => polygon.map((ring) => simplifiedRing(ring, within_m)));
}

function simplifiedRing(ring: Ring, within_m: number): Ring {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const simpler = douglasPeucker(ring, within_m / 2 ** attempt);
    if (simpler.length >= 4 && isSimpleRing(simpler)) return simpler;
  }
  return ring;
}
