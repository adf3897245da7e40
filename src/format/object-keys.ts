/**
 * Names of objects, and the keys under which they lie in the bucket. A key begins with the format, so that datasets of
 * two formats stand side by side, and holds the upload that wrote the object, so that no key is ever used again once
 * its object was removed.
 */
import type { Cell } from '../geo/cells.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import { FORMAT_VERSION, type ObjectPart, type TileSetName } from './envelope.ts';
import { TILE_SETS, type TileSet } from './tile-sets.ts';

/** Identifies one upload of a tile set or a manifest: 12 random hexadecimal digits. */
export type UploadId = string;

/** Where a tile set lies in the bucket. */
export interface StoredTileSet {
  readonly name: TileSetName;
  readonly upload: UploadId;
}

/** What the keys of all objects of a format begin with. */
export const formatPrefix = (format: number): string => `format-${format}/`;

const PREFIX = formatPrefix(FORMAT_VERSION);

/** The only object that is ever replaced. */
export const CURRENT_KEY = `${PREFIX}current`;

/** What the keys of all lists of kept datasets begin with, see {@link CURRENT_KEY}. */
export const KEPT_LISTS_PREFIX = `${PREFIX}kept/`;

/** @param id random, and never used again */
export const keptListKey = (id: string): string => KEPT_LISTS_PREFIX + id;

/** What the keys of all manifests begin with. */
export const MANIFESTS_PREFIX = `${PREFIX}datasets/`;

export const MANIFEST_NAME = 'manifest.json';

export const manifestKey = (version: string, upload: UploadId): string =>
  `${MANIFESTS_PREFIX}${version}/${upload}/${MANIFEST_NAME}`;

/** What the keys of a stored tile set's objects begin with; the object's name follows. */
export const tileSetPrefix = (tileSet: TileSet, { name, upload }: StoredTileSet): string =>
  `${PREFIX}${tileSet}/${name}/${upload}/`;

/** The list of a tile set's objects. */
export const LIST_NAME = 'objects.txt';

export const overviewName = (cell: Cell): string => `overview-${cell}`;

export const packName = (cell: Cell): string => `pack-${cell}`;

/** The pack of masks of the road tiles below a cell, on the grid of so many pixels around the world, a power of two. */
export const masksName = (pixels: number, cell: Cell): string => `masks-${Math.log2(pixels)}-${cell}`;

export const separatorsName = (cell: Cell): string => `separators-${cell}`;

/** The page of the roads' root for a cell. */
export const rootName = (cell: Cell): string => `root-${cell}`;

/** Tiles of the basemap, by the first of them. */
export const mapPackName = ({ zoom, x, y }: MapTile): string => `tiles-${zoom}-${x}-${y}`;

/** Says in which page a name is. */
export const namesRootName = 'names-root';

/** A page of the names of a basemap. @param number from 1 on */
export const namesPageName = (number: number): string => `names-${number}`;

const KINDS = ['overview', 'separators', 'root', 'pack', 'masks', 'tiles', 'names'] as const;

/** The part of a dataset that an object of this key is, without the place that its name tells. */
export function partOf(key: string): ObjectPart | 'object' {
  if (key === CURRENT_KEY) return 'current';
  const steps = key.split('/');
  const name = steps.at(-1)!;
  if (name === MANIFEST_NAME) return 'manifest';
  const tileSet = TILE_SETS.find((set) => steps[1] === set);
  const kind = KINDS.find((each) => name.startsWith(`${each}-`));
  return tileSet && kind ? `${tileSet} ${kind}` : 'object';
}
