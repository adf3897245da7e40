export const TRAVELS = ['pedestrian', 'motorized'] as const;
export type Travel = (typeof TRAVELS)[number];

export const LAYERS = ['living', 'working'] as const;
export type Layer = (typeof LAYERS)[number];

/** Tile sets of a dataset: one for each travel mode and layer of people, and the basemap. */
export const TILE_SETS = [...TRAVELS, ...LAYERS, 'basemap'] as const;
export type TileSet = (typeof TILE_SETS)[number];
