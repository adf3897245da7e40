/**
 * Computes areas and lengths on the WGS84 ellipsoid, of edges straight in longitude and latitude (RFC 7946): areas by the integral
 * of sin(authalic latitude) below edges (Snyder 1987, eq. 3-11 and 3-12), lengths by Gauss–Legendre quadrature.
 */
import { EARTH_RADIUS_M, EQUATOR_RADIUS_M, RADIANS, SQUARED_ECCENTRICITY } from './earth.ts';
import {
  type BoundingBox,
  type Polygon,
  type Position,
  type Ring,
  ringOfBox,
  type Zone,
} from './positions.ts';

/** Computes sin(x) / x - 1 without cancellation for small x. */
function sincBelowOne(x: number): number {
  if (Math.abs(x) > 0.05) return Math.sin(x) / x - 1;
  const square = x * x;
  return (-square / 6) * (1 - (square / 20) * (1 - square / 42));
}

/** sin(authalic latitude) = Σ SINES[i] sin((2i + 1) latitude), to 1e-9: powers of sin(latitude) as sines of multiples. */
const SINES = ((): readonly number[] => {
  const [first, third, fifth, seventh] = [0, 1, 2, 3].map(
    (k) => ((k + 1) / (2 * k + 1)) * SQUARED_ECCENTRICITY ** k,
  );
  const atPole = first + third + fifth + seventh;
  return [
    (first + (3 / 4) * third + (5 / 8) * fifth + (35 / 64) * seventh) / atPole,
    -(third / 4 + (5 / 16) * fifth + (21 / 64) * seventh) / atPole,
    (fifth / 16 + (7 / 64) * seventh) / atPole,
    -(seventh / 64) / atPole,
  ];
})();

/** Averages sin(authalic latitude) above that of `base` along an edge between latitudes in radians. */
export const meanAuthalicSineAbove = (base: number, from: number, to: number): number =>
  SINES[0] * meanSineAbove(base, from, to) +
  SINES[1] * meanSineAbove(3 * base, 3 * from, 3 * to) +
  SINES[2] * meanSineAbove(5 * base, 5 * from, 5 * to) +
  SINES[3] * meanSineAbove(7 * base, 7 * from, 7 * to);

/** Averages sin(latitude) above that of `base`, exact to rounding. */
function meanSineAbove(base: number, from: number, to: number): number {
  const middle = (from + to) / 2;
  const rise = 2 * Math.cos((middle + base) / 2) * Math.sin((middle - base) / 2);
  return rise + Math.sin(middle) * sincBelowOne((to - from) / 2);
}

/** The area is positive if the ring is counterclockwise. */
export function signedAreaOfRing_m2(ring: Ring): number {
  const base = ring[0][1] * RADIANS;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [fromLon, fromLat] = ring[i - 1];
    const [toLon, toLat] = ring[i];
    sum -= (toLon - fromLon) * RADIANS * meanAuthalicSineAbove(base, fromLat * RADIANS, toLat * RADIANS);
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

/** The box may reach beyond a pole. */
export const areaOfBox_m2 = ({ west, south, east, north }: BoundingBox): number =>
  areaOfPolygon_m2([ringOfBox({ west, south: Math.max(-90, south), east, north: Math.min(90, north) })]);

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
      const flattening = 1 - SQUARED_ECCENTRICITY * Math.sin(lat) ** 2;
      const northwards = (deltaLat * (1 - SQUARED_ECCENTRICITY)) / flattening;
      sum += (GAUSS_WEIGHTS[node] * Math.hypot(northwards, Math.cos(lat) * deltaLon)) / Math.sqrt(flattening);
    }
  }
  return (sum / 2 / steps) * EQUATOR_RADIUS_M;
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
