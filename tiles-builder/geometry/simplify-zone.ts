/** Simplifies zones without making rings cross themselves. */
import type { Polygon, Ring, Zone } from '../../src/geo/positions.ts';
import { positionsThatStay } from '../../src/geo/thin-ring.ts';
import { isSimpleRing } from './rings.ts';

/** A ring that would cross itself is simplified again with half the tolerance, this many times. */
const TRIES = 4;

/**
 * Leaves out positions that lie within a distance of the line between others.
 * @returns rings that do not cross themselves; those too small for the distance stay as they are
 */
export function simplifyZone(zone: Zone, within_m: number): Zone {
  return zone.map((polygon): Polygon => polygon.map((ring) => simplifiedRing(ring, within_m)));
}

function simplifiedRing(ring: Ring, within_m: number): Ring {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const simpler = positionsThatStay(ring, within_m / 2 ** attempt);
    if (simpler.length >= 4 && isSimpleRing(simpler)) return simpler;
  }
  return ring;
}
