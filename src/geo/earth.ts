/** Sets the dimensions of the Earth: of a sphere, and of the ellipsoid of WGS84. */

/** Authalic radius of WGS84, as H3's `EARTH_RADIUS_KM`. */
export const EARTH_RADIUS_M = 6_371_007.180918475;

export const EQUATOR_RADIUS_M = 6_378_137;
export const SQUARED_ECCENTRICITY = 0.006_694_379_990_141_317;

export const RADIANS = Math.PI / 180;

/** A degree along a meridian has this many metres. */
export const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;

const LEAST_COSINE = 0.01;

/** Converts a distance at a latitude into degrees of longitude and latitude. */
export function degreesAcross(
  distance_m: number,
  lat: number,
): { readonly lon: number; readonly lat: number } {
  const degrees = distance_m / METRES_PER_DEGREE;
  return { lon: degrees / Math.max(LEAST_COSINE, Math.cos(lat * RADIANS)), lat: degrees };
}
