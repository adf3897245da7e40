/**
 * Areas and lengths on the authalic sphere, of edges straight in longitude and latitude (RFC 7946): areas by the integral of
 * sin(latitude) below edges, lengths by Gauss–Legendre quadrature.
 */
import { EARTH_RADIUS_M, RADIANS } from './earth.ts';
import type { BoundingBox, Polygon, Position, Ring, Zone } from './positions.ts';

/** sin(x) / x - 1, without cancellation for small x. */
function sincBelowOne(x: number): number {
  if (Math.abs(x) > 0.05) return Math.sin(x) / x - 1;
  const square = x * x;
  return (-square / 6) * (1 - (square / 20) * (1 - square / 42));
}

/** Mean of sin(latitude) - sin(base) along an edge between latitudes in radians, exact to rounding. */
export function meanSineAbove(base: number, from: number, to: number): number {
  const middle = (from + to) / 2;
  const rise = 2 * Math.cos((middle + base) / 2) * Math.sin((middle - base) / 2);
  return rise + Math.sin(middle) * sincBelowOne((to - from) / 2);
}

/** Positive if counterclockwise. */
export function signedAreaOfRing_m2(ring: Ring): number {
  const base = ring[0][1] * RADIANS;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [fromLon, fromLat] = ring[i - 1];
    const [toLon, toLat] = ring[i];
    sum -= (toLon - fromLon) * RADIANS * meanSineAbove(base, fromLat * RADIANS, toLat * RADIANS);
  }
  return sum * EARTH_RADIUS_M ** 2;
}

export function areaOfPolygon_m2(polygon: Polygon): number {
  return polygon.reduce((area, ring, index) => {
    const inside = Math.abs(signedAreaOfRing_m2(ring));
    return index === 0 ? inside : area - inside;
  }, 0);
}

export function areaOfZone_m2(zone: Zone): number {
  return zone.reduce((area, polygon) => area + areaOfPolygon_m2(polygon), 0);
}

export const areaOfBox_m2 = ({ west, south, east, north }: BoundingBox): number =>
  EARTH_RADIUS_M ** 2 *
  (east - west) *
  RADIANS *
  (Math.sin(Math.min(90, north) * RADIANS) - Math.sin(Math.max(-90, south) * RADIANS));

const GAUSS_NODES = [0, -0.5384693101056831, 0.5384693101056831, -0.906179845938664, 0.906179845938664];
const GAUSS_WEIGHTS = [
  0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891,
];
const QUADRATURE_STEP_DEGREES = 5;

export function lengthOfEdge_m(from: Position, to: Position): number {
  const deltaLon = (to[0] - from[0]) * RADIANS;
  const deltaLat = (to[1] - from[1]) * RADIANS;
  const steps = Math.max(1, Math.ceil(Math.abs(to[1] - from[1]) / QUADRATURE_STEP_DEGREES));
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    for (let node = 0; node < GAUSS_NODES.length; node++) {
      const along = (step + (1 + GAUSS_NODES[node]) / 2) / steps;
      const lat = from[1] * RADIANS + along * deltaLat;
      sum += GAUSS_WEIGHTS[node] * Math.hypot(deltaLat, Math.cos(lat) * deltaLon);
    }
  }
  return (sum / 2 / steps) * EARTH_RADIUS_M;
}

export function perimeterOfZone_m(zone: Zone): number {
  let length = 0;
  for (const polygon of zone) {
    for (const ring of polygon) {
      for (let i = 1; i < ring.length; i++) length += lengthOfEdge_m(ring[i - 1], ring[i]);
    }
  }
  return length;
}
