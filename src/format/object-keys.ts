/** Makes keys of bucket objects with the format version, so that formats coexist, and a hash, so that objects never change. */
import type { Cell } from '../geo/cells.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import { FORMAT_VERSION, type ObjectPart, type TileSetName } from './envelope.ts';
import { TILE_SETS, type TileSet } from './tile-sets.ts';

export const formatPrefix = (format: number): string => `format-${format}/`;

const PREFIX = formatPrefix(FORMAT_VERSION);

export const CURRENT_KEY = `${PREFIX}current`;

/** The list of versions whose groups of people at work were ever visible, named by its SHA-256. */
export const historyKey = (sha256: string): string => `${PREFIX}history/${sha256}.json`;

export const MANIFESTS_PREFIX = `${PREFIX}datasets/`;

export const MANIFEST_NAME = 'manifest.json';

export const manifestKey = (version: string): string => `${MANIFESTS_PREFIX}${version}/${MANIFEST_NAME}`;

export const tileSetPrefix = (tileSet: TileSet, name: TileSetName): string => `${PREFIX}${tileSet}/${name}/`;

export const LIST_NAME = 'objects.txt';

export const overviewName = (cell: Cell): string => `overview-${cell}`;

export const packName = (cell: Cell): string => `pack-${cell}`;

/** @param pixels around the world, a power of two */
export const masksName = (pixels: number, cell: Cell): string => `masks-${Math.log2(pixels)}-${cell}`;

export const separatorsName = (cell: Cell): string => `separators-${cell}`;

export const rootName = (cell: Cell): string => `root-${cell}`;

export const mapPackName = ({ zoom, x, y }: MapTile): string => `tiles-${zoom}-${x}-${y}`;

export const namesRootName = 'names-root';
export const foremostNamesName = 'names-foremost';

export const namesPageName = (number: number): string => `names-${number}`;

const KINDS = ['overview', 'separators', 'root', 'pack', 'masks', 'tiles', 'names'] as const;

export function partOf(key: string): ObjectPart | 'object' {
  if (key === CURRENT_KEY) return 'current';
  const steps = key.split('/');
  const name = steps.at(-1)!;
  if (name === MANIFEST_NAME) return 'manifest';
  const tileSet = TILE_SETS.find((set) => steps[1] === set);
  const kind = KINDS.find((each) => name.startsWith(`${each}-`));
  return tileSet && kind ? `${tileSet} ${kind}` : 'object';
}
