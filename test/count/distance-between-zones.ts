import { EARTH_RADIUS_M, RADIANS } from '../../src/geo/earth.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { zoneContains } from '../support/zones/valid-outline.ts';

/**
 * Largest distance in metres of places from a zone; 0 inside, at least `atLeast_m`. Exact to 0.1 % below a kilometre, up to
 * latitudes of 85°.
 */
export function farthest_m(places: Iterable<Position>, zone: Zone, atLeast_m = 0): number {
  const segments = zone.flat().flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to] as const));
  let farthest = atLeast_m;
  let nearestBefore = 0;
  for (const place of places) {
    let nearest = Infinity;
    // Neighbouring places have neighbouring nearest segments.
    for (let i = 0; i < segments.length && nearest > farthest; i++) {
      const at = (nearestBefore + i) % segments.length;
      const distance = distanceToSegment_m(place, ...segments[at]);
      if (distance < nearest) {
        nearest = distance;
        if (nearest <= farthest) nearestBefore = at;
      }
    }
    if (nearest > farthest && !zoneContains(zone, place)) farthest = nearest;
  }
  return farthest;
}

function distanceToSegment_m(place: Position, from: Position, to: Position): number {
  const metresPerDegree = EARTH_RADIUS_M * RADIANS;
  const eastwards = metresPerDegree * Math.cos(place[1] * RADIANS);
  const x = turn(from[0] - place[0]) * eastwards;
  const y = (from[1] - place[1]) * metresPerDegree;
  const dx = turn(to[0] - from[0]) * eastwards;
  const dy = (to[1] - from[1]) * metresPerDegree;
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.max(0, Math.min(1, -(x * dx + y * dy) / square)) : 0;
  return Math.hypot(x + along * dx, y + along * dy);
}

const turn = (degrees: number): number =>
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;

export function placesAlong(zone: Zone, step_m: number): Position[] {
  const places: Position[] = [];
  for (const ring of zone.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [fromLon, fromLat] = ring[i - 1];
      const [toLon, toLat] = ring[i];
      const length_m =
        EARTH_RADIUS_M *
        RADIANS *
        Math.hypot(toLat - fromLat, (toLon - fromLon) * Math.cos(fromLat * RADIANS));
      const steps = Math.max(1, Math.ceil(length_m / step_m));
      for (let step = 0; step < steps; step++) {
        const along = step / steps;
        places.push([fromLon + along * (toLon - fromLon), fromLat + along * (toLat - fromLat)]);
      }
    }
  }
  return places;
}
