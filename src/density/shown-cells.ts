/** The fixed public rule of the density layer: which cells it may show, whatever the dataset. */
import type { Layer } from '../format/tile-sets.ts';

/** H3 resolution of the finest cells: finer ones are not shown. */
export const FINEST_SHOWN: Readonly<Record<Layer, number>> = { living: 8, working: 6 };

/** People in a cell, rounded to whole ones, from which on it is shown. */
export const FEWEST_SHOWN: Readonly<Record<Layer, number>> = { living: 1, working: 1_000 };
