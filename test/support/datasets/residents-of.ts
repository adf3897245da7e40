/** Thousandths of a person by home cell, from the allocations of a step or the tiles of a dataset. */
import { type Cell, COUNT_TILE_RESOLUTION, cellFromKey, GRID_RESOLUTION } from '../../../src/geo/cells.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import type { MillipersonsByCell } from '../../../tiles-builder/base/records.ts';
import { tilesIn } from '../../../tiles-builder/dataset/count-tiles.ts';
import { manifestIn, readerOfFolder } from '../../../tiles-builder/dataset/dataset-folder.ts';
import {
  partitionsAllocated,
  readAllocations,
  sumAllocations,
} from '../../../tiles-builder/living/allocations.ts';
import { cellInPartition } from '../../../tiles-builder/partitions/partitions.ts';

export function residentsOf(allocations: string): MillipersonsByCell {
  const residents = new Map<Cell, number>();
  for (const area of partitionsAllocated(allocations)) {
    const { cell, millipersons } = sumAllocations(readAllocations(allocations, area));
    for (const [i, number] of cell.entries()) residents.set(cellInPartition(area, number), millipersons[i]);
  }
  return residents;
}

export async function residentsIn(dataset: string): Promise<MillipersonsByCell> {
  const manifest = manifestIn(dataset);
  const reader = readerOfFolder(dataset, manifest, new LoadedObjects(1e8));
  const overviews = await reader.readOverviews('living', manifest.living!.overviews);
  const tiles = await reader.readCountTiles('living', tilesIn(overviews.values()));
  const residents = new Map<Cell, number>();
  for (const { cell, keys, runningTotals } of tiles.values()) {
    for (const [i, key] of keys.entries())
      residents.set(
        cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION),
        runningTotals[i] - (i === 0 ? 0 : runningTotals[i - 1]),
      );
  }
  return residents;
}
