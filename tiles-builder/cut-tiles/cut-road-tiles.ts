/** The graph of one way to travel → its contraction hierarchy → road tiles in packs, and the separator tiles above them. */
import { availableParallelism } from 'node:os';
import { cellToParent } from 'h3-js';
import type { RoadLayer } from '../../src/format/manifest.ts';
import { writeMaskTile } from '../../src/format/mask-tile.ts';
import { masksKey, packKey, separatorsKey } from '../../src/format/object-keys.ts';
import { writePack } from '../../src/format/pack.ts';
import { writeRoadTile } from '../../src/format/road-tile.ts';
import { writeSeparatorTile } from '../../src/format/separator-tile.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { type Cell, ROAD_PACK_RESOLUTION } from '../../src/geo/cells.ts';
import { MAX_TRAVEL_TIME_S } from '../../src/limits.ts';
import { buildHierarchy, type ContractedTiles, type HierarchyOptions } from '../hierarchy/build-hierarchy.ts';
import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import type { TimedGraph } from '../road-graph/timed-graph.ts';
import { drawAllMasks, type TileMasks } from './draw-masks.ts';
import { layOutRoadTiles, type RoadTileArrays } from './road-tile-arrays.ts';

export interface CutRoads {
  /** Objects by name. */
  readonly objects: Map<string, Uint8Array>;
  /** The layer's entry in the manifest. */
  readonly layer: RoadLayer;
  readonly hierarchy: Hierarchy;
}

export const hierarchyOptions = (travel: Travel, threads: number): HierarchyOptions => ({
  maxUseful_ms: MAX_TRAVEL_TIME_S[travel] * 1000,
  threads,
});

/**
 * The same graph gives the same bytes, on any number of threads.
 * @param version of the dataset, written into every tile and every object's name
 * @param known tiles that were contracted elsewhere
 */
export async function cutRoadTiles(
  graph: TimedGraph,
  travel: Travel,
  version: string,
  { threads = availableParallelism(), known }: { threads?: number; known?: ContractedTiles | undefined } = {},
): Promise<CutRoads> {
  const hierarchy = await buildHierarchy(graph, hierarchyOptions(travel, threads), known);
  return { hierarchy, ...cutHierarchy(graph, hierarchy, travel, version) };
}

/** The tiles of a graph that is contracted already. */
export function cutHierarchy(
  graph: TimedGraph,
  hierarchy: Hierarchy,
  travel: Travel,
  version: string,
): Omit<CutRoads, 'hierarchy'> {
  const arrays = layOutRoadTiles(graph, hierarchy, travel, MAX_TRAVEL_TIME_S[travel] * 1000);
  const objects = writeRoadObjects(
    arrays,
    drawAllMasks(arrays, travel),
    hierarchy.tree.cells,
    travel,
    version,
  );
  let bytes = 0;
  for (const object of objects.values()) bytes += object.byteLength;
  return {
    objects,
    layer: {
      tiles: arrays.leaves.size,
      separator_tiles: arrays.separators.size,
      nodes: graph.nodeFlags.length,
      edges: graph.edgeTail.length,
      bytes,
    },
  };
}

function writeRoadObjects(
  { leaves, separators }: RoadTileArrays,
  masks: readonly TileMasks[],
  cells: readonly Cell[],
  travel: Travel,
  version: string,
): Map<string, Uint8Array> {
  const objects = new Map<string, Uint8Array>();
  for (const [tile, arrays] of [...separators].sort((a, b) => a[0] - b[0])) {
    const cell = cells[tile]!;
    objects.set(separatorsKey(version, travel, cell), writeSeparatorTile(travel, cell, version, arrays));
  }
  for (const { tile, arrays } of masks) {
    const cell = cells[tile]!;
    objects.set(masksKey(version, travel, arrays.pixels, cell), writeMaskTile(travel, cell, version, arrays));
  }
  const packs = new Map<Cell, Map<Cell, Uint8Array>>();
  for (const [tile, arrays] of [...leaves].sort((a, b) => a[0] - b[0])) {
    const cell = cells[tile]!;
    const pack = cellToParent(cell, ROAD_PACK_RESOLUTION);
    if (!packs.has(pack)) packs.set(pack, new Map());
    packs.get(pack)!.set(cell, writeRoadTile(travel, cell, version, arrays));
  }
  for (const [pack, tiles] of packs) {
    objects.set(packKey(version, travel, pack), writePack(travel, pack, version, tiles));
  }
  return objects;
}
