/**
 * Reads a layer's people from its count tiles for the report's map: coarsens to at most 4,000 parent cells, and omits working
 * cells of few people.
 */
import { cellToParent } from 'h3-js';
import { FEWEST_SHOWN, FINEST_SHOWN } from '../../src/density/shown-cells.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import { type Cell, COUNT_TILE_RESOLUTION, cellFromKey, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { addTo } from '../base/numbers/add-to.ts';
import type { Progress } from '../base/records.ts';
import { tilesByPack } from '../dataset/count-tiles.ts';
import { readerOfFolder } from '../dataset/dataset-folder.ts';

const MAX_CELLS_SHOWN = 4_000;

export interface LayerPeople {
  readonly people: number;
  readonly resolution: number;
  readonly byCell: ReadonlyMap<Cell, number>;
}

export async function readPeople(
  name: Layer,
  folder: string,
  manifest: Manifest,
  progress: Progress,
): Promise<LayerPeople | null> {
  const layer = manifest[name];
  if (!layer) return null;
  const reader = (): DatasetReader => readerOfFolder(folder, manifest, new LoadedObjects(0));
  const overviews = await reader().readOverviews(name, layer.overviews);
  let resolution = name === 'working' ? FINEST_SHOWN.working : GRID_RESOLUTION - 1;
  let byCell = new Map<Cell, number>();
  let millipersons = 0;
  let done = 0;
  for (const cells of tilesByPack(overviews.values()).values()) {
    progress(`Read people ${name}`, done, layer.tiles);
    done += cells.length;
    for (const [cell, tile] of await reader().readCountTiles(name, cells)) {
      let before = 0;
      millipersons += tile.runningTotals.at(-1) ?? 0;
      for (const [i, key] of tile.keys.entries()) {
        const persons = (tile.runningTotals[i] - before) / MILLIPERSONS;
        before = tile.runningTotals[i];
        const parent = cellToParent(
          cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION),
          resolution,
        );
        addTo(byCell, parent, persons);
      }
      while (byCell.size > MAX_CELLS_SHOWN) byCell = coarser(byCell, --resolution);
    }
  }
  if (name === 'working') {
    for (const [cell, people] of byCell) if (people < FEWEST_SHOWN.working) byCell.delete(cell);
  }
  return { people: millipersons / MILLIPERSONS, resolution, byCell };
}

function coarser(byCell: ReadonlyMap<Cell, number>, resolution: number): Map<Cell, number> {
  const sums = new Map<Cell, number>();
  for (const [cell, people] of byCell) {
    const parent = cellToParent(cell, resolution);
    addTo(sums, parent, people);
  }
  return sums;
}
