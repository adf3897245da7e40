/** Number and sizes of objects by tile set: total, median, largest. */
import type { Manifest } from '../../src/format/manifest.ts';
import type { TileSet } from '../../src/format/tile-sets.ts';
import { readTileSets } from '../dataset/dataset-folder.ts';

export interface SetSizes {
  readonly set: TileSet;
  readonly objects: number;
  readonly bytes: number;
  readonly median_bytes: number;
  readonly largest_bytes: number;
}

/** Omits empty tile sets. */
export function tileSizes(folder: string, manifest: Manifest): SetSizes[] {
  return readTileSets(folder, manifest).flatMap(({ tileSet, objects }) => {
    const sizes = objects.map(({ bytes }) => bytes).sort((a, b) => a - b);
    if (sizes.length === 0) return [];
    return [
      {
        set: tileSet,
        objects: sizes.length,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
        median_bytes: sizes[sizes.length >> 1],
        largest_bytes: sizes[sizes.length - 1],
      },
    ];
  });
}
