/** The sphere that stands for the Earth. */

/** Radius of the sphere with the area of the WGS84 ellipsoid, the one that H3 uses. Source: H3's `EARTH_RADIUS_KM`. */
export const EARTH_RADIUS_M = 6_371_007.180918475;

/** Radians in a degree. */
export const RADIANS = Math.PI / 180;

/** Along a meridian. */
export const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;

/** The least cosine of a latitude that distances are turned into degrees of longitude by: nearer to a pole they have no end. */
const LEAST_COSINE = 0.01;

/** How many degrees of longitude and of latitude a distance is at a latitude. */
export function degreesAcross(
  distance_m: number,
  lat: number,
): { readonly lon: number; readonly lat: number } {
  const degrees = distance_m / METRES_PER_DEGREE;
  return { lon: degrees / Math.max(LEAST_COSINE, Math.cos(lat * RADIANS)), lat: degrees };
}
