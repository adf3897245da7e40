/** Computes distances on the sphere by the haversine formula, within 0.6 % of the geodesic. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import { EARTH_RADIUS_M } from '../../src/geo/earth.ts';

const RADIANS_PER_UNIT = (COORDINATE_UNIT_DEGREES * Math.PI) / 180;

/** Coordinates are in 1e-7 degrees. */
export function distance_m(lonA: number, latA: number, lonB: number, latB: number): number {
  const sinHalfLat = Math.sin(((latB - latA) * RADIANS_PER_UNIT) / 2);
  const sinHalfLon = Math.sin(((lonB - lonA) * RADIANS_PER_UNIT) / 2);
  const h =
    sinHalfLat * sinHalfLat +
    Math.cos(latA * RADIANS_PER_UNIT) * Math.cos(latB * RADIANS_PER_UNIT) * sinHalfLon * sinHalfLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
