/** Job: cuts one province into packs of road tiles; it also measures times to the farthest places, and draws masks. */
import { writeMaskTile } from '../../../src/format/mask-tile.ts';
import { masksName, packName, separatorsName } from '../../../src/format/object-keys.ts';
import { writePack } from '../../../src/format/pack.ts';
import { masksPackOf } from '../../../src/format/road-model.ts';
import { writeRoadTile } from '../../../src/format/road-tile.ts';
import { writeSeparatorTile } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type Cell, parentOf, ROAD_PACK_RESOLUTION, resolutionOf } from '../../../src/geo/cells.ts';
import type { Job } from '../../base/threads/job-threads.ts';
import { ROOT } from '../hierarchy/tile-tree.ts';
import { drawAllMasks } from './draw-masks.ts';
import type { ProvinceTiles } from './lay-out-province.ts';
import { measureFarthest } from './measure-farthest.ts';
import type { RoadBounds } from './road-bounds.ts';

export interface ProvinceInRoot {
  readonly bounds: RoadBounds;
  /** EXIT_BELOW if the province has a reachable exit. */
  readonly flags: number;
  /** Time until all of the province is reached, by border node. */
  readonly borderFarthest_ms: Int32Array;
}

export interface CutProvince {
  readonly objects: readonly (readonly [name: string, object: Uint8Array])[];
  readonly inRoot: ProvinceInRoot;
  readonly leaves: number;
  /** Number of separator tiles without the root's page. */
  readonly separators: number;
}

export interface ProvinceToCut {
  readonly tiles: ProvinceTiles;
  readonly travel: Travel;
  readonly max_ms: number;
}

export function cutProvince({ tiles, travel, max_ms }: ProvinceToCut): CutProvince {
  measureFarthest(tiles, travel, max_ms);
  const { childFlags, borderFarthest_ms } = tiles.separators.get(ROOT)!;
  return {
    objects: objectsOf(tiles, travel),
    inRoot: {
      bounds: tiles.bounds,
      flags: childFlags[0],
      borderFarthest_ms,
    },
    leaves: tiles.leaves.size,
    separators: tiles.separators.size - 1,
  };
}

export const cutProvinceJob: Job<ProvinceToCut, CutProvince> = { module: import.meta.url, run: cutProvince };

function objectsOf(tiles: ProvinceTiles, travel: Travel): (readonly [name: string, object: Uint8Array])[] {
  const { tree, separators, leaves } = tiles;
  const objects: (readonly [name: string, object: Uint8Array])[] = [];
  const packs = new Map<string, { readonly cell: Cell; readonly tiles: Map<Cell, Uint8Array> }>();
  const pack = (name: string, packCell: Cell, cell: Cell, sealed: Uint8Array): void => {
    let own = packs.get(name);
    if (!own) {
      own = { cell: packCell, tiles: new Map() };
      packs.set(name, own);
    }
    own.tiles.set(cell, sealed);
  };
  for (const [tile, arrays] of [...separators].sort((a, b) => a[0] - b[0])) {
    if (tile === ROOT) continue;
    const cell = tree.cells[tile];
    const sealed = writeSeparatorTile(travel, cell, arrays);
    if (resolutionOf(cell) === ROAD_PACK_RESOLUTION) pack(packName(cell), cell, cell, sealed);
    else objects.push([separatorsName(cell), sealed]);
  }
  for (const { tile, arrays } of drawAllMasks(tiles, travel)) {
    const cell = tree.cells[tile];
    const packCell = masksPackOf(travel, arrays.pixels, cell);
    pack(masksName(arrays.pixels, packCell), packCell, cell, writeMaskTile(travel, cell, arrays));
  }
  for (const [tile, arrays] of [...leaves].sort((a, b) => a[0] - b[0])) {
    const cell = tree.cells[tile];
    const packCell = parentOf(cell, ROAD_PACK_RESOLUTION);
    pack(packName(packCell), packCell, cell, writeRoadTile(travel, cell, arrays));
  }
  for (const [name, own] of packs) objects.push([name, writePack(travel, own.cell, own.tiles)]);
  return objects;
}
