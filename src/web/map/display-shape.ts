/**
 * Simplifies an isochrone for the map: without holes and islands that are small for its size. Counts and files have the exact
 * zone.
 */
import type { MultiPolygon, Polygon } from 'geojson';
import { areaOfPolygon_m2 } from '../../geo/area.ts';
import type { Ring } from '../../geo/positions.ts';

/** Shares of the area of the largest part. */
const LEAST_HOLE_SHARE = 0.02;
const LEAST_ISLAND_SHARE = 0.002;

export function displayShape(geometry: Polygon | MultiPolygon): MultiPolygon {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const areaOf = (ring: number[][]): number => areaOfPolygon_m2([ring as unknown as Ring]);
  const largest_m2 = Math.max(...parts.map(([shell]) => areaOf(shell)));
  const coordinates = parts
    .filter(([shell]) => areaOf(shell) >= LEAST_ISLAND_SHARE * largest_m2)
    .map(([shell, ...holes]) => [
      shell,
      ...holes.filter((hole) => areaOf(hole) >= LEAST_HOLE_SHARE * largest_m2),
    ]);
  return { type: 'MultiPolygon', coordinates };
}
