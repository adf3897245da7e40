/** Sets the published rule of the density layer: its finest cells, the fewest people of a cell shown, when a cell is divided. */
import type { Layer } from '../format/tile-sets.ts';

/** Each layer is shown down to this H3 resolution in all datasets. */
export const FINEST_SHOWN: Readonly<Record<Layer, number>> = { living: 8, working: 6 };

/** A cell is shown from this many people (display threshold). */
export const FEWEST_SHOWN: Readonly<Record<Layer, number>> = { living: 1, working: 1_000 };

/** A divided cell's children have this H3 resolution. */
export const FINEST_DIVIDED = 9;
/** Each inhabited child has at least this many people, rounded. */
export const FEWEST_IN_DIVIDED = 10;
/** A child's 90 % interval reaches at most this share of its people to either side. */
export const MAX_DIVIDED_ERROR = 0.5;
