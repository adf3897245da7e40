/** Decides which road tiles are small enough for masks. */

import { SAMPLE_GRIDS } from '../../../src/format/road-model.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { samplesAround } from '../../../src/isochrone/seed-arrivals.ts';
import { type Bounds, isNowhere } from './road-bounds.ts';

/**
 * Samples of one leaf's mask; a usual leaf has some 10,000 on the finest grid. A leaf with more, due to a very long edge, has no
 * mask and is never taken as a whole.
 */
const MAX_MASK_SAMPLES = 200_000;

/**
 * Whether a leaf can have a mask on each grid.
 * @param bounds of its edges with frontage
 */
export const canHaveMasks = (bounds: Bounds, travel: Travel): boolean =>
  isNowhere(bounds) ||
  SAMPLE_GRIDS[travel].every(({ pixels }) => samplesAround(bounds, { travel, pixels }) <= MAX_MASK_SAMPLES);
