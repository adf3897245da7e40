/** Which road tiles are small enough to be masked. */
import type { RoadArrays } from '../../src/format/road-tile.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { GRIDS } from '../../src/isochrone/pixel-grid.ts';
import { samplesAround } from '../../src/isochrone/seed-arrivals.ts';
import { boundsOfFrontage, isNowhere } from './road-bounds.ts';

/**
 * Samples of one leaf's mask: a leaf has some 10,000 on the finest grid. One with an edge so long that it has more gets
 * none, and is never taken as a whole.
 */
const MAX_MASK_SAMPLES = 200_000;

/** Whether the leaf can have a mask on each grid. */
export function canHaveMasks(leaf: RoadArrays, travel: Travel): boolean {
  const bounds = boundsOfFrontage(leaf);
  return (
    isNowhere(bounds) ||
    GRIDS[travel].every(({ pixels }) => samplesAround(bounds, { travel, pixels }) <= MAX_MASK_SAMPLES)
  );
}
