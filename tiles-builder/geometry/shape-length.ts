/** Lengths of shapes on the ground. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';

/** Mean radius R1 of the WGS84 ellipsoid; lengths are within 0.6 % of the geodesic's. */
const EARTH_RADIUS_M = 6_371_008.8;
/** Of latitude, and of longitude at the equator. */
export const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
const RADIANS_PER_UNIT = (COORDINATE_UNIT_DEGREES * Math.PI) / 180;

/** Great-circle distance in metres by the haversine formula; coordinates in 1e-7 degrees. */
export function distance_m(lonA: number, latA: number, lonB: number, latB: number): number {
  const sinHalfLat = Math.sin(((latB - latA) * RADIANS_PER_UNIT) / 2);
  const sinHalfLon = Math.sin(((lonB - lonA) * RADIANS_PER_UNIT) / 2);
  const h =
    sinHalfLat * sinHalfLat +
    Math.cos(latA * RADIANS_PER_UNIT) * Math.cos(latB * RADIANS_PER_UNIT) * sinHalfLon * sinHalfLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
