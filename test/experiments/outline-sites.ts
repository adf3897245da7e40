/** Simulates outlines of workplaces in registers: a building, its plot, or a campus. */
import type { Polygon } from '../../src/geo/positions.ts';
import { convexHull } from '../../tiles-builder/geometry/convex-hull.ts';
import type { LocalPlane } from '../../tiles-builder/simulate/local-plane.ts';
import type { TownBuilding } from '../../tiles-builder/simulate/place-buildings.ts';
import { verticesOf } from '../../tiles-builder/simulate/rectangles.ts';

export interface OutlinedSite {
  readonly buildings: readonly number[];
  readonly outline: Polygon;
}

/** Every second other site has a plot. */
const CAMPUS_ONE_IN = 8;
const PLOT_ONE_IN = 2;
const CAMPUS_BUILDINGS = 3;
const CAMPUS_REACH_M = 150;
const PLOT_M = 8;

/** @param numbers of buildings with sites */
export function outlineSites(
  numbers: Iterable<number>,
  buildings: readonly TownBuilding[],
  plane: LocalPlane,
): OutlinedSite[] {
  const left = new Set(numbers);
  const outlined = (own: readonly number[], margin_m = 0): OutlinedSite => {
    for (const building of own) left.delete(building);
    const corners = own.flatMap((building) => {
      const { rectangle } = buildings[building];
      const { halfLength_m, halfDepth_m } = rectangle;
      return verticesOf({
        ...rectangle,
        halfLength_m: halfLength_m + margin_m,
        halfDepth_m: halfDepth_m + margin_m,
      });
    });
    const shell = convexHull(corners).map(plane.toPosition);
    return { buildings: own, outline: [[...shell, shell[0]]] };
  };
  const oneIn = (many: number): number[] => [...left].filter((_, i) => i % many === 0);
  const campuses = oneIn(CAMPUS_ONE_IN).flatMap((building) =>
    left.has(building) ? [outlined(nearestTo(building, left, buildings))] : [],
  );
  const plots = oneIn(PLOT_ONE_IN).map((building) => outlined([building], PLOT_M));
  return [...campuses, ...plots, ...[...left].map((building) => outlined([building]))];
}

/** Building and its nearest, of a campus's size. */
function nearestTo(
  building: number,
  others: Iterable<number>,
  buildings: readonly TownBuilding[],
): readonly number[] {
  const [x, y] = buildings[building].rectangle.centre;
  const distance_m = (other: number): number => {
    const [otherX, otherY] = buildings[other].rectangle.centre;
    return Math.hypot(otherX - x, otherY - y);
  };
  return [...others]
    .filter((other) => distance_m(other) <= CAMPUS_REACH_M)
    .sort((a, b) => distance_m(a) - distance_m(b))
    .slice(0, CAMPUS_BUILDINGS);
}
