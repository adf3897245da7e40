/**
 * Verifies a dataset folder: checksums and names of tile sets, stray files, map packs, and counts, groups and the structure of
 * roads, read back by the Worker's readers.
 */
import type { CountTile } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { LAYERS, type Layer, TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import type { Progress } from '../base/records.ts';
import {
  manifestIn,
  readBuiltAt,
  readTileSets,
  strayFiles,
  writeReceipt,
} from '../dataset/dataset-folder.ts';
import { checkMapPacks } from './check-map-packs.ts';
import { checkObjects } from './check-objects.ts';
import type { DatasetReadBack } from './dataset-read-back.ts';
import { verifyCounts } from './verify-counts.ts';
import { verifyRoads } from './verify-roads.ts';
import { WorkingGroups } from './verify-working.ts';

export interface Verification {
  readonly manifest: Manifest;
  /** Build time in ISO 8601. */
  readonly built_at: string;
  readonly checks: readonly string[];
  /** Faults as sentences, none for a valid dataset. */
  readonly faults: readonly string[];
}

/**
 * Leaves a receipt in a valid dataset's folder.
 * @throws BadInput for a folder without dataset; reports damage among the faults
 */
export async function verifyDataset(
  folder: string,
  progress: Progress,
  now_ms: number,
): Promise<Verification> {
  const manifest = manifestIn(folder);
  const built_at = readBuiltAt(folder);
  const checks: string[] = [];
  const faults: string[] = [];
  const check = async (about: string, examine: () => Promise<string> | string): Promise<void> => {
    try {
      checks.push(await examine());
    } catch (error) {
      faults.push(`${about}: ${(error as Error).message}`);
    }
  };
  const dataset: DatasetReadBack = { folder, manifest, progress };
  const groups = new WorkingGroups(dataset);
  const take = (layer: Layer, tiles: Iterable<CountTile>): void => {
    if (layer === 'working') groups.take(tiles);
  };
  const expected: Record<Travel | Layer, Set<string>> = {
    pedestrian: new Set(),
    motorized: new Set(),
    living: new Set(),
    working: new Set(),
  };
  for (const travel of TRAVELS) await check(travel, () => verifyRoads(dataset, travel, expected[travel]));
  for (const layer of LAYERS)
    await check(layer, () => verifyCounts(dataset, layer, expected[layer], (tiles) => take(layer, tiles)));
  if (manifest.working) await check('working', () => groups.verify());
  await check('lists', async () => {
    const tileSets = readTileSets(folder, manifest);
    for (const tileSet of tileSets) {
      const { tileSet: set } = tileSet;
      progress(`Verify the objects of ${set}`);
      for (const fault of checkObjects(tileSet, set === 'basemap' ? null : expected[set])) faults.push(fault);
      const { basemap } = manifest;
      if (set === 'basemap' && basemap)
        await check(
          set,
          () => `basemap: ${checkMapPacks(tileSet, basemap)} packs of tiles, as the manifest lists them`,
        );
    }
    const stray = strayFiles(folder, tileSets);
    const others = stray.length === 0 ? '' : `; not part of it and not published: ${stray.join(', ')}`;
    return `${tileSets.length} tile sets, each named after the content of its objects${others}`;
  });
  if (faults.length === 0) writeReceipt(folder, new Date(now_ms).toISOString());
  return { manifest, built_at, checks, faults };
}
