/** Computes the area and perimeter of a polygon in a plane of metres around its first vertex. */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';

/** The area excludes holes, and the perimeter includes their borders. */
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

export function inMetres(polygon: Polygon): Position[][] {
  const [lon0, lat0] = polygon[0][0];
  const east_m = METRES_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  return polygon.map((ring) =>
    ring.map(([lon, lat]): Position => [(lon - lon0) * east_m, (lat - lat0) * METRES_PER_DEGREE]),
  );
}
