/** Writes a dataset in memory to a folder. */

import { setsOf } from '../../../src/format/current.ts';
import { UNNAMED } from '../../../src/format/envelope.ts';
import type { Manifest } from '../../../src/format/manifest.ts';
import { nameObject } from '../../../src/format/name-object.ts';
import { tileSetPrefix } from '../../../src/format/object-keys.ts';
import { TILE_SETS, type TileSet } from '../../../src/format/tile-sets.ts';
import { writeManifest, writeReceipt } from '../../../tiles-builder/dataset/dataset-folder.ts';
import { openTileSet } from '../../../tiles-builder/dataset/tile-set-writer.ts';
import { BUILT_AT } from './stored-tile-sets.ts';

export function writeFolder(
  folder: string,
  { manifest, objects }: { readonly manifest: Manifest; readonly objects: ReadonlyMap<string, Uint8Array> },
  changes: Partial<Manifest> = {},
): Manifest {
  const sets = setsOf(manifest);
  const entryOf = (tileSet: TileSet) => {
    const stored = sets[tileSet];
    if (!stored) return null;
    const prefix = tileSetPrefix(tileSet, stored);
    const writer = openTileSet(folder, tileSet);
    for (const [key, object] of objects) {
      if (!key.startsWith(prefix)) continue;
      const unnamed = object.slice();
      nameObject(unnamed, UNNAMED);
      writer.add(key.slice(prefix.length), unnamed);
    }
    return writer.finish();
  };
  const entries = Object.fromEntries(TILE_SETS.map((tileSet) => [tileSet, entryOf(tileSet)]));
  const { version: _, roads, living, working, basemap, ...rest } = manifest;
  const written = writeManifest(
    folder,
    {
      ...rest,
      roads: {
        pedestrian: { ...roads.pedestrian, ...entries.pedestrian },
        motorized: { ...roads.motorized, ...entries.motorized },
      },
      living: living && { ...living, ...entries.living },
      working: working && { ...working, ...entries.working },
      basemap: basemap && { ...basemap, ...entries.basemap },
      ...changes,
    },
    BUILT_AT,
  );
  writeReceipt(folder, BUILT_AT);
  return written;
}
