/** The sets of tiles that a dataset is made of. */

export const TRAVELS = ['pedestrian', 'motorized'] as const;
/** A way to travel. */
export type Travel = (typeof TRAVELS)[number];

export const LAYERS = ['living', 'working'] as const;
/** What a count tile counts. */
export type Layer = (typeof LAYERS)[number];

/** The roads of one way to travel, or one layer of counts. */
export type TileSet = Travel | Layer;
