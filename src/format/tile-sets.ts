/** The sets of tiles that a dataset is made of. */

export const TRAVELS = ['pedestrian', 'motorized'] as const;
/** A travel mode. */
export type Travel = (typeof TRAVELS)[number];

export const LAYERS = ['living', 'working'] as const;
/** What a count tile counts. */
export type Layer = (typeof LAYERS)[number];

export const TILE_SETS = [...TRAVELS, ...LAYERS, 'basemap'] as const;
/** A set of tiles that has a name of its own and is stored apart from the others. */
export type TileSet = (typeof TILE_SETS)[number];
