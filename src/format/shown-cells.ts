/** Which cells the map's layer of density may show: what a dataset says of it holds for cells of these resolutions. */
import type { Layer } from './tile-sets.ts';

/** Finer cells are not shown: of people at work they would outline groups whose figure is spread over several of them. */
export const FINEST_SHOWN: Readonly<Record<Layer, number>> = { living: 8, working: 7 };

export const COARSEST_SHOWN = 4;
