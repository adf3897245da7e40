/** Computes the area of footprints in m², and their width in m from area and perimeter. */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import type { Footprints } from '../geometry/footprints.ts';

export interface FootprintShapes {
  /** Area without courtyards. */
  readonly area_m2: Float64Array;
  /** Twice the area over the perimeter: 4 to 5 m for a house, 6 to 11 m for a block of flats, 15 m and more for a hall. */
  readonly width_m: Float64Array;
}

export function footprintShapes(footprints: Footprints, lat: Float64Array): FootprintShapes {
  const area_m2 = new Float64Array(footprints.count);
  const width_m = new Float64Array(footprints.count);
  for (let i = 0; i < footprints.count; i++) {
    const [metresPerX, metresPerY] = scaleAt(lat[i]);
    let [area, outline_m] = [0, 0];
    for (let polygon = footprints.firstPolygon(i); polygon < footprints.ends[i]; polygon++) {
      const shell = footprints.firstRing(polygon);
      for (let ring = shell; ring < footprints.polygonEnds[polygon]; ring++) {
        const ringArea = Math.abs(signedArea(footprints, ring));
        area += ring === shell ? ringArea : -ringArea;
        outline_m += outlineLength_m(footprints, ring, metresPerX, metresPerY);
      }
    }
    area *= metresPerX * metresPerY;
    area_m2[i] = Math.max(0, area);
    width_m[i] = outline_m > 0 ? (2 * area) / outline_m : 0;
  }
  return { area_m2, width_m };
}

/** Returns the metres of a unit of 1e-7 degrees along each axis. */
function scaleAt(lat: number): [perX: number, perY: number] {
  const perY = METRES_PER_DEGREE / UNITS_PER_DEGREE;
  return [perY * Math.cos((lat * Math.PI) / 180), perY];
}

/** Computes relative to the first vertex, for precision. */
function signedArea(footprints: Footprints, ring: number): number {
  const { vertices } = footprints;
  const end = footprints.ringEnds[ring];
  const first = footprints.firstVertex(ring);
  const [x0, y0] = [vertices[2 * first], vertices[2 * first + 1]];
  let twice = 0;
  for (let vertex = first + 1; vertex + 1 < end; vertex++) {
    const [x1, y1] = [vertices[2 * vertex] - x0, vertices[2 * vertex + 1] - y0];
    const [x2, y2] = [vertices[2 * vertex + 2] - x0, vertices[2 * vertex + 3] - y0];
    twice += x1 * y2 - x2 * y1;
  }
  return twice / 2;
}

function outlineLength_m(
  footprints: Footprints,
  ring: number,
  metresPerX: number,
  metresPerY: number,
): number {
  const { vertices } = footprints;
  const end = footprints.ringEnds[ring];
  let sum = 0;
  let before = end - 1;
  for (let vertex = footprints.firstVertex(ring); vertex < end; before = vertex++) {
    const east_m = (vertices[2 * vertex] - vertices[2 * before]) * metresPerX;
    const north_m = (vertices[2 * vertex + 1] - vertices[2 * before + 1]) * metresPerY;
    sum += Math.sqrt(east_m * east_m + north_m * north_m);
  }
  return sum;
}
