/** Decides which road tiles have masks: those whose bounding box has at most 200,000 samples. */

import { SAMPLE_GRIDS } from '../../../src/format/road-model.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { samplesAround } from '../../../src/isochrone/seed-arrivals.ts';
import { type Bounds, isNowhere } from './road-bounds.ts';

/** Usual leaves have 10,000. A larger one has a very long edge, and is never taken whole. */
const MAX_MASK_SAMPLES = 200_000;

export const canHaveMasks = (bounds: Bounds, travel: Travel): boolean =>
  isNowhere(bounds) ||
  SAMPLE_GRIDS[travel].every(({ pixels }) => samplesAround(bounds, { travel, pixels }) <= MAX_MASK_SAMPLES);
