/** How much floor a building has, by which people are shared among the buildings of a census unit. */

import { squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import type { Building } from '../records.ts';

/** The tallest building of the world has 163; more is a slip of the pen. */
const MAX_LEVELS = 165;

/** Floors of a building as far as its tags tell (`building:levels`), else 1. */
export function levelsOf(building: Building): number {
  const levels = Number.parseFloat(building.tags['building:levels'] ?? '');
  return levels > 0 && levels <= MAX_LEVELS ? Math.max(1, levels) : 1;
}

/** Square metres of floor above a square degree of the building's footprint. */
export const floorPerSquareDegree = (building: Building, latitude: number): number =>
  levelsOf(building) * squareMetresPerSquareDegree(latitude);
