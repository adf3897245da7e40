/** Random zones: discs and irregular polygons of any size. */
import type { Polygon, Position } from '../../src/geo/positions.ts';
import type { Random } from '../../tiles-builder/base/numbers/random.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';

const DISC_CORNERS = 48;
const POLYGON_CORNERS = [5, 12] as const;

/** Disc or star-shaped polygon, radius log-uniform between two. */
export function randomZone(centre: Position, radii_m: readonly [number, number], random: Random): Polygon {
  const { toPosition } = localPlane(centre);
  const [smallest_m, largest_m] = radii_m;
  const radius_m = smallest_m * (largest_m / smallest_m) ** random.unit();
  const isDisc = random.chance(0.5);
  const corners = isDisc ? DISC_CORNERS : random.integer(...POLYGON_CORNERS);
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * corner) / corners;
    const reach_m = isDisc ? radius_m : radius_m * random.between(0.5, 1.2);
    return toPosition([reach_m * Math.cos(angle), reach_m * Math.sin(angle)]);
  });
  return [[...ring, ring[0]]];
}
