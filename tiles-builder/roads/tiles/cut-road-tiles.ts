/** The graph of one way to travel → its contraction hierarchy → road tiles in packs, and the separator tiles above them. */
import { availableParallelism } from 'node:os';
import { cellToParent } from 'h3-js';
import type { RoadLayer, TileSetEntry } from '../../../src/format/manifest.ts';
import { writeMaskTile } from '../../../src/format/mask-tile.ts';
import { masksName, packName, separatorsName } from '../../../src/format/object-keys.ts';
import { writePack } from '../../../src/format/pack.ts';
import { MAX_TRAVEL_TIME_S } from '../../../src/format/road-model.ts';
import { writeRoadTile } from '../../../src/format/road-tile.ts';
import { writeSeparatorTile } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type Cell, ROAD_PACK_RESOLUTION } from '../../../src/geo/cells.ts';
import type { AddObject } from '../../records.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import { buildHierarchy, type ContractedTiles, type HierarchyOptions } from '../hierarchy/build-hierarchy.ts';
import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { drawAllMasks, type TileMasks } from './draw-masks.ts';
import { layOutRoadTiles, type RoadTileArrays } from './road-tile-arrays.ts';

/** What a manifest says of roads beside how they are stored. */
export type RoadFigures = Omit<RoadLayer, keyof TileSetEntry>;

export interface CutRoads {
  readonly figures: RoadFigures;
  readonly hierarchy: Hierarchy;
}

export const hierarchyOptions = (travel: Travel, threads: number): HierarchyOptions => ({
  maxUseful_ms: MAX_TRAVEL_TIME_S[travel] * 1000,
  threads,
});

/**
 * The same graph gives the same bytes, on any number of threads.
 * @param add takes the objects
 * @param known tiles that were contracted elsewhere
 */
export async function cutRoadTiles(
  graph: TimedGraph,
  travel: Travel,
  add: AddObject,
  { threads = availableParallelism(), known }: { threads?: number; known?: ContractedTiles | undefined } = {},
): Promise<CutRoads> {
  const hierarchy = await buildHierarchy(graph, hierarchyOptions(travel, threads), known);
  return { hierarchy, figures: cutHierarchy(graph, hierarchy, travel, add) };
}

/** The tiles of a graph that is contracted already. */
export function cutHierarchy(
  graph: TimedGraph,
  hierarchy: Hierarchy,
  travel: Travel,
  add: AddObject,
): RoadFigures {
  const arrays = layOutRoadTiles(graph, hierarchy, travel, MAX_TRAVEL_TIME_S[travel] * 1000);
  writeRoadObjects(arrays, drawAllMasks(arrays, travel), hierarchy.tree.cells, travel, add);
  return {
    tiles: arrays.leaves.size,
    separator_tiles: arrays.separators.size,
    nodes: graph.nodeFlags.length,
    edges: graph.edgeTail.length,
  };
}

function writeRoadObjects(
  { leaves, separators }: RoadTileArrays,
  masks: readonly TileMasks[],
  cells: readonly Cell[],
  travel: Travel,
  add: AddObject,
): void {
  for (const [tile, arrays] of [...separators].sort((a, b) => a[0] - b[0])) {
    const cell = cells[tile];
    add(separatorsName(cell), writeSeparatorTile(travel, cell, arrays));
  }
  for (const { tile, arrays } of masks) {
    const cell = cells[tile];
    add(masksName(arrays.pixels, cell), writeMaskTile(travel, cell, arrays));
  }
  const packs = new Map<Cell, Map<Cell, Uint8Array>>();
  for (const [tile, arrays] of [...leaves].sort((a, b) => a[0] - b[0])) {
    const cell = cells[tile];
    const pack = cellToParent(cell, ROAD_PACK_RESOLUTION);
    if (!packs.has(pack)) packs.set(pack, new Map());
    packs.get(pack)!.set(cell, writeRoadTile(travel, cell, arrays));
  }
  for (const [pack, tiles] of packs) add(packName(pack), writePack(travel, pack, tiles));
}
