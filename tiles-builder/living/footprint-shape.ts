/** What the shape of a footprint tells of a building. */
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { METRES_PER_DEGREE } from './planar-area.ts';

export interface FootprintShape {
  /** Middle of the outline's corners. */
  readonly centre: Position;
  /** Courtyards left out. */
  readonly area_m2: number;
  /**
   * Twice the area by the length of all outlines: half the depth of a long building, whatever its length and however
   * it is bent, as rooms need a window. A house has about 4 to 5 m, a block of flats 6 to 11 m, a hall 15 m and more.
   */
  readonly width_m: number;
}

export function footprintShape(footprint: Zone): FootprintShape {
  const corners = footprint[0]![0]!.slice(1);
  const mean = (axis: 0 | 1): number =>
    corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  const centre: Position = [mean(0), mean(1)];
  const metresPerLon = METRES_PER_DEGREE * Math.cos((centre[1] * Math.PI) / 180);
  let area_m2 = 0;
  let outline_m = 0;
  for (const polygon of footprint) {
    for (const [index, ring] of polygon.entries()) {
      const ringArea_m2 = Math.abs(signedArea(ring, centre)) * METRES_PER_DEGREE * metresPerLon;
      area_m2 += index === 0 ? ringArea_m2 : -ringArea_m2;
      outline_m += length(ring, metresPerLon);
    }
  }
  return { centre, area_m2: Math.max(0, area_m2), width_m: outline_m > 0 ? (2 * area_m2) / outline_m : 0 };
}

/** Square degrees; differences from `origin` keep the digits. */
function signedArea(ring: Ring, [lon, lat]: Position): number {
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    twice += (x1 - lon) * (y2 - lat) - (x2 - lon) * (y1 - lat);
  }
  return twice / 2;
}

function length(ring: Ring, metresPerLon: number): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const east_m = (ring[i]![0] - ring[i - 1]![0]) * metresPerLon;
    const north_m = (ring[i]![1] - ring[i - 1]![1]) * METRES_PER_DEGREE;
    sum += Math.hypot(east_m, north_m);
  }
  return sum;
}
