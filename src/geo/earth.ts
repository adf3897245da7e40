/** The sphere that stands for the Earth. */

/** Radius of the sphere with the area of the WGS84 ellipsoid, the one that H3 uses. Source: H3's `EARTH_RADIUS_KM`. */
export const EARTH_RADIUS_M = 6_371_007.180918475;

/** Radians in a degree. */
export const RADIANS = Math.PI / 180;

/** Along a meridian. */
export const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;
