/**
 * Tests whether a polygon is narrower than a width: no disc of this diameter fits, by a quadtree search (Agafonkin, "A new
 * algorithm for finding a visual center of a polygon", 2016).
 */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { PlanarArea } from './planar-area.ts';

/** Digitised borders are off by up to this width: narrower gaps and overlaps are noise. */
export const SLIVER_M = 5;
/** Precision as a share of the radius. */
const STEP = 1 / 8;

/** Without holes' area, with their borders. */
export function areaAndPerimeter(polygon: Polygon): { area_m2: number; perimeter_m: number } {
  let [twice, perimeter_m] = [0, 0];
  for (const ring of inMetres(polygon)) {
    for (let i = 1; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]];
      twice += x1 * y2 - x2 * y1;
      perimeter_m += Math.hypot(x2 - x1, y2 - y1);
    }
  }
  return { area_m2: twice / 2, perimeter_m };
}

export function isNarrow(polygon: Polygon, width_m: number): boolean {
  const radius_m = width_m / 2;
  const { area_m2, perimeter_m } = areaAndPerimeter(polygon);
  if (area_m2 < Math.PI * radius_m ** 2) return true;
  // Area is less than perimeter times inradius.
  if (area_m2 >= radius_m * perimeter_m) return false;
  const rings = inMetres(polygon);
  const area = new PlanarArea([rings]);
  const { west, south, east, north } = area.box;
  const half_m = Math.min(east - west, north - south) / 2;
  const squares: [x: number, y: number, half_m: number][] = [];
  for (let y = south + half_m; y < north + half_m; y += 2 * half_m) {
    for (let x = west + half_m; x < east + half_m; x += 2 * half_m) squares.push([x, y, half_m]);
  }
  for (let next = squares.pop(); next; next = squares.pop()) {
    const [x, y, half] = next;
    const inside_m = (area.containsAt(x, y) ? 1 : -1) * distanceTo(rings, x, y);
    if (inside_m >= radius_m) return false;
    if (inside_m + half * Math.SQRT2 < radius_m || half < radius_m * STEP) continue;
    const quarter = half / 2;
    for (const [dx, dy] of [
      [-quarter, -quarter],
      [quarter, -quarter],
      [-quarter, quarter],
      [quarter, quarter],
    ]) {
      squares.push([x + dx, y + dy, quarter]);
    }
  }
  return true;
}

function inMetres(polygon: Polygon): Position[][] {
  const [lon0, lat0] = polygon[0][0];
  const east_m = METRES_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  return polygon.map((ring) =>
    ring.map(([lon, lat]): Position => [(lon - lon0) * east_m, (lat - lat0) * METRES_PER_DEGREE]),
  );
}

function distanceTo(rings: readonly (readonly Position[])[], x: number, y: number): number {
  let least2 = Infinity;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]];
      const [dx, dy] = [x2 - x1, y2 - y1];
      const length2 = dx * dx + dy * dy;
      const along = length2 === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / length2;
      const share = Math.max(0, Math.min(1, along));
      least2 = Math.min(least2, (x1 + share * dx - x) ** 2 + (y1 + share * dy - y) ** 2);
    }
  }
  return Math.sqrt(least2);
}
