import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';

/** The box in degrees whose sides are `reach_m` away from a position. */
export function boxAround([lon, lat]: Position, reach_m: number): BoundingBox {
  const north = reach_m / METRES_PER_DEGREE;
  const east = north / Math.cos((lat * Math.PI) / 180);
  return { west: lon - east, east: lon + east, south: lat - north, north: lat + north };
}
