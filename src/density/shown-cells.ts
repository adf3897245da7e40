/** This is the published rule of the density layer: which cells it shows at the finest, from how many people, and when it divides them. */
import type { Layer } from '../format/tile-sets.ts';

/** Finest H3 resolution in all datasets. */
export const FINEST_SHOWN: Readonly<Record<Layer, number>> = { living: 8, working: 6 };

/** Display threshold, people. */
export const FEWEST_SHOWN: Readonly<Record<Layer, number>> = { living: 1, working: 1_000 };

/** H3 resolution of a divided cell's children. */
export const FINEST_DIVIDED = 9;
/** People in each occupied child, rounded. */
export const FEWEST_IN_DIVIDED = 10;
/** Reach of a child's 90 % interval from its people, as a share. */
export const MAX_DIVIDED_ERROR = 0.5;
