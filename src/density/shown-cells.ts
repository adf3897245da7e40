/** Public rule of cells that the density layer shows. */
import type { Layer } from '../format/tile-sets.ts';

/** Finest H3 resolution. */
export const FINEST_SHOWN: Readonly<Record<Layer, number>> = { living: 8, working: 6 };

/** Display threshold, people. */
export const FEWEST_SHOWN: Readonly<Record<Layer, number>> = { living: 1, working: 1_000 };
