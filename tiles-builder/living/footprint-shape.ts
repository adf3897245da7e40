/** What the shape of a footprint tells of a building. */
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { METRES_PER_DEGREE } from '../geometry/planar-area.ts';

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
  /** Length by breadth of the smallest rectangle around the largest part, at least 1. */
  readonly elongation: number;
}

export function footprintShape(footprint: Zone): FootprintShape {
  const corners = footprint[0]![0]!.slice(1);
  const mean = (axis: 0 | 1): number =>
    corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  const centre: Position = [mean(0), mean(1)];
  const metresPerLon = METRES_PER_DEGREE * Math.cos((centre[1] * Math.PI) / 180);
  let area_m2 = 0;
  let outline_m = 0;
  let largest: { ring: Ring; area_m2: number } = { ring: [], area_m2: 0 };
  for (const polygon of footprint) {
    for (const [index, ring] of polygon.entries()) {
      const ringArea_m2 = Math.abs(signedArea(ring, centre)) * METRES_PER_DEGREE * metresPerLon;
      area_m2 += index === 0 ? ringArea_m2 : -ringArea_m2;
      outline_m += length(ring, metresPerLon);
      if (ringArea_m2 > largest.area_m2) largest = { ring, area_m2: ringArea_m2 };
    }
  }
  return {
    centre,
    area_m2: Math.max(0, area_m2),
    width_m: outline_m > 0 ? (2 * area_m2) / outline_m : 0,
    elongation: elongation(largest.ring, centre, metresPerLon),
  };
}

/** By the smallest rectangle around, one side of which lies along the convex hull (Freeman and Shapira, 1975). */
function elongation(ring: Ring, centre: Position, metresPerLon: number): number {
  const hull = convexHull(
    ring.map(([lon, lat]) => [(lon - centre[0]) * metresPerLon, (lat - centre[1]) * METRES_PER_DEGREE]),
  );
  let smallest_m2 = Infinity;
  let found = 1;
  for (const [i, [x1, y1]] of hull.entries()) {
    const [x2, y2] = hull[(i + 1) % hull.length]!;
    const side = Math.hypot(x2 - x1, y2 - y1);
    if (side === 0) continue;
    const [along, across] = [[x2 - x1, y2 - y1] as const, [y1 - y2, x2 - x1] as const].map(([x, y]) => {
      const reach = hull.map(([px, py]) => (px * x + py * y) / side);
      return Math.max(...reach) - Math.min(...reach);
    }) as [number, number];
    if (along * across >= smallest_m2) continue;
    smallest_m2 = along * across;
    found = Math.max(along, across) / Math.max(Math.min(along, across), Number.EPSILON);
  }
  return found;
}

/** Counterclockwise (Andrew's monotone chain). */
function convexHull(points: readonly Position[]): Position[] {
  const sorted = [...points].sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  const chain = (ordered: readonly Position[]): Position[] => {
    const kept: Position[] = [];
    for (const [x, y] of ordered) {
      while (kept.length > 1) {
        const [[x1, y1], [x2, y2]] = kept.slice(-2) as [Position, Position];
        if ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0) break;
        kept.pop();
      }
      kept.push([x, y]);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
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
