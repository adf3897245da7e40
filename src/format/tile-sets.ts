export const TRAVELS = ['pedestrian', 'motorized'] as const;
export type Travel = (typeof TRAVELS)[number];

export const LAYERS = ['living', 'working'] as const;
export type Layer = (typeof LAYERS)[number];

/** Names the tile sets of a dataset: roads of each travel mode, people of each layer, and the basemap. */
export const TILE_SETS = [...TRAVELS, ...LAYERS, 'basemap'] as const;
export type TileSet = (typeof TILE_SETS)[number];
