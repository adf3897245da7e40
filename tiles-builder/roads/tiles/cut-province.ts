/** The tiles of one province: how far it is to the last place of each, their masks, and their bytes. */
import { cellToParent } from 'h3-js';
import { writeMaskTile } from '../../../src/format/mask-tile.ts';
import { masksName, packName, separatorsName } from '../../../src/format/object-keys.ts';
import { writePack } from '../../../src/format/pack.ts';
import { writeRoadTile } from '../../../src/format/road-tile.ts';
import { writeSeparatorTile } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type Cell, ROAD_PACK_RESOLUTION } from '../../../src/geo/cells.ts';
import { ROOT } from '../hierarchy/tile-tree.ts';
import { drawAllMasks } from './draw-masks.ts';
import type { ProvinceTiles } from './lay-out-province.ts';
import { measureFarthest } from './measure-farthest.ts';
import type { Bounds } from './road-bounds.ts';

/** What the root says of a province. */
export interface ProvinceInRoot {
  readonly bounds: Bounds;
  /** EXIT_BELOW. */
  readonly flags: number;
  /** Milliseconds from each of its border nodes, in their order, until all of it is reached. */
  readonly borderFarthest_ms: Int32Array;
}

export interface CutProvince {
  /** The objects of the province, by their names. */
  readonly objects: readonly (readonly [name: string, object: Uint8Array])[];
  readonly inRoot: ProvinceInRoot;
  readonly leaves: number;
  /** The page of the root is not counted. */
  readonly separators: number;
}

export interface ProvinceToCut {
  readonly tiles: ProvinceTiles;
  readonly travel: Travel;
  /** The longest travel time. */
  readonly max_ms: number;
}

export function cutProvince({ tiles, travel, max_ms }: ProvinceToCut): CutProvince {
  measureFarthest(tiles, travel, max_ms);
  const { childWest, childSouth, childEast, childNorth, childFlags, borderFarthest_ms } =
    tiles.separators.get(ROOT)!;
  return {
    objects: [
      ...separatorObjects(tiles, travel),
      ...maskObjects(tiles, travel),
      ...packObjects(tiles, travel),
    ],
    inRoot: {
      bounds: { west: childWest[0], south: childSouth[0], east: childEast[0], north: childNorth[0] },
      flags: childFlags[0],
      borderFarthest_ms,
    },
    leaves: tiles.leaves.size,
    separators: tiles.separators.size - 1,
  };
}

function* separatorObjects(
  { tree, separators }: ProvinceTiles,
  travel: Travel,
): Generator<[string, Uint8Array]> {
  for (const [tile, arrays] of separators) {
    const cell = tree.cells[tile];
    if (tile !== ROOT) yield [separatorsName(cell), writeSeparatorTile(travel, cell, arrays)];
  }
}

function* maskObjects(tiles: ProvinceTiles, travel: Travel): Generator<[string, Uint8Array]> {
  for (const { tile, arrays } of drawAllMasks(tiles, travel)) {
    const cell = tiles.tree.cells[tile];
    yield [masksName(arrays.pixels, cell), writeMaskTile(travel, cell, arrays)];
  }
}

function* packObjects({ tree, leaves }: ProvinceTiles, travel: Travel): Generator<[string, Uint8Array]> {
  const packs = new Map<Cell, Map<Cell, Uint8Array>>();
  for (const [tile, arrays] of [...leaves].sort((a, b) => a[0] - b[0])) {
    const cell = tree.cells[tile];
    const pack = cellToParent(cell, ROAD_PACK_RESOLUTION);
    if (!packs.has(pack)) packs.set(pack, new Map());
    packs.get(pack)!.set(cell, writeRoadTile(travel, cell, arrays));
  }
  for (const [pack, sealed] of packs) yield [packName(pack), writePack(travel, pack, sealed)];
}
