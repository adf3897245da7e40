/** Projects positions to a plane in metres around one place, x east and y north (equirectangular), for tens of kilometres. */
import { EARTH_RADIUS_M, RADIANS } from '../../src/geo/earth.ts';
import type { Position } from '../../src/geo/positions.ts';

/** A point is [x, y] in metres. */
export type Point = readonly [number, number];

export interface LocalPlane {
  readonly toPlane: (position: Position) => Point;
  /** Rounded to 1e-7 degrees, as OpenStreetMap does. */
  readonly toPosition: (point: Point) => Position;
}

/** Its standard parallel runs through `centre`. */
export function localPlane(centre: Position): LocalPlane {
  const [centreLon, centreLat] = centre;
  const metresPerLat = EARTH_RADIUS_M * RADIANS;
  const metresPerLon = metresPerLat * Math.cos(centreLat * RADIANS);
  return {
    toPlane: ([lon, lat]) => [(lon - centreLon) * metresPerLon, (lat - centreLat) * metresPerLat],
    toPosition: ([x, y]) => [
      roundDegrees(centreLon + x / metresPerLon),
      roundDegrees(centreLat + y / metresPerLat),
    ],
  };
}

export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/** Returns a closed ring with sides along the meridian. */
export function squareAround(centre: Position, half_m: number): Position[] {
  const { toPosition } = localPlane(centre);
  return [
    toPosition([-half_m, -half_m]),
    toPosition([half_m, -half_m]),
    toPosition([half_m, half_m]),
    toPosition([-half_m, half_m]),
    toPosition([-half_m, -half_m]),
  ];
}
