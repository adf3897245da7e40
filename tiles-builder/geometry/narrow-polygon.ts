/** Tests by a negative buffer whether a polygon is a sliver, in which no disc of a width fits, to ignore digitising noise. */
import type { Polygon } from '../../src/geo/positions.ts';
import { areaAndPerimeter, inMetres } from './area-and-perimeter.ts';
import { bufferOf } from './clip-zones.ts';

/** Digitised borders are off by up to this width: narrower gaps and overlaps are noise. */
export const SLIVER_M = 5;

export function isNarrow(polygon: Polygon, width_m: number): boolean {
  const radius_m = width_m / 2;
  const { area_m2, perimeter_m } = areaAndPerimeter(polygon);
  if (area_m2 < Math.PI * radius_m ** 2) return true;
  // Area is less than perimeter times inradius.
  if (area_m2 >= radius_m * perimeter_m) return false;
  return bufferOf([inMetres(polygon)], -radius_m).length === 0;
}
