/** Names of the objects in the bucket. */
import type { Cell } from '../geo/cells.ts';
import type { ObjectPart } from './envelope.ts';
import { LAYERS, type TileSet, TRAVELS, type Travel } from './tile-sets.ts';

export const CURRENT_KEY = 'current';

export const manifestKey = (version: string): string => `datasets/${version}/manifest.json`;

export const overviewKey = (version: string, tileSet: TileSet, cell: Cell): string =>
  `datasets/${version}/${tileSet}/overview-${cell}`;

/** What the names of a version's basemap tiles begin with. */
export const basemapPrefix = (version: string): string => `datasets/${version}/basemap/`;

/** A tile of the basemap: Web Mercator zoom level, column from the west, row from the north. */
export const basemapKey = (version: string, zoom: number, x: number, y: number): string =>
  `${basemapPrefix(version)}${zoom}-${x}-${y}.mvt`;

export const packKey = (version: string, tileSet: TileSet, cell: Cell): string =>
  `datasets/${version}/${tileSet}/pack-${cell}`;

/** Masks of the road tiles below a cell, on the grid of so many pixels around the world, a power of two. */
export const masksKey = (version: string, travel: Travel, pixels: number, cell: Cell): string =>
  `datasets/${version}/${travel}/masks-${Math.log2(pixels)}-${cell}`;

export const separatorsKey = (version: string, travel: Travel, cell: Cell): string =>
  `datasets/${version}/${travel}/separators-${cell}`;

const TILE_SETS: readonly TileSet[] = [...TRAVELS, ...LAYERS];
const KINDS = ['overview', 'separators', 'pack', 'masks'] as const;

/** The part of a dataset that an object of this name is, without the place that the name tells. */
export function partOf(key: string): ObjectPart | 'object' {
  const steps = key.split('/');
  const name = steps.pop();
  if (name === 'current' || name === 'manifest.json') return name === 'current' ? 'current' : 'manifest';
  if (name?.endsWith('.mvt')) return 'basemap tile';
  const tileSet = TILE_SETS.find((set) => steps.includes(set));
  const kind = KINDS.find((each) => name?.startsWith(`${each}-`));
  return tileSet && kind ? `${tileSet} ${kind}` : 'object';
}
