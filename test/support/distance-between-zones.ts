/** How far points of one zone lie from another zone, measured on densified outlines. */
import { EARTH_RADIUS_M, RADIANS } from '../../src/geo/area.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { zoneContains } from './valid-outline.ts';

/** Metres between a place and the zone, 0 inside it. Good to 0.1 % below a kilometre, up to latitudes of 85°. */
export function distanceToZone_m(place: Position, zone: Zone): number {
  if (zoneContains(zone, place)) return 0;
  const metresPerDegree = EARTH_RADIUS_M * RADIANS;
  const eastwards = metresPerDegree * Math.cos(place[1] * RADIANS);
  let nearest = Infinity;
  for (const polygon of zone) {
    for (const ring of polygon) {
      for (let i = 1; i < ring.length; i++) {
        const x1 = turn(ring[i - 1]![0] - place[0]) * eastwards;
        const y1 = (ring[i - 1]![1] - place[1]) * metresPerDegree;
        const dx = turn(ring[i]![0] - ring[i - 1]![0]) * eastwards;
        const dy = (ring[i]![1] - ring[i - 1]![1]) * metresPerDegree;
        const square = dx * dx + dy * dy;
        const along = square > 0 ? Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / square)) : 0;
        nearest = Math.min(nearest, (x1 + along * dx) ** 2 + (y1 + along * dy) ** 2);
      }
    }
  }
  return Math.sqrt(nearest);
}

/** A difference of longitudes, brought to -180 to 180. */
const turn = (degrees: number): number =>
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;

/** Places along all rings, at most `step_m` apart, corners included. */
export function placesAlong(zone: Zone, step_m: number): Position[] {
  const places: Position[] = [];
  for (const ring of zone.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [fromLon, fromLat] = ring[i - 1]!;
      const [toLon, toLat] = ring[i]!;
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
