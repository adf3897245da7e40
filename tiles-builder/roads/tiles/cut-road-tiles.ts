/** The graph of one way to travel → its contraction hierarchy → road tiles in packs, and the separator tiles above them. */
import { availableParallelism } from 'node:os';
import { cellToParent } from 'h3-js';
import type { RoadLayer, TileSetEntry } from '../../../src/format/manifest.ts';
import { writeMaskTile } from '../../../src/format/mask-tile.ts';
import { masksName, packName, separatorsName } from '../../../src/format/object-keys.ts';
import { writePack } from '../../../src/format/pack.ts';
import { MAX_TRAVEL_TIME_S, masksPackOf } from '../../../src/format/road-model.ts';
import { writeRoadTile } from '../../../src/format/road-tile.ts';
import { writeSeparatorTile } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type Cell, ROAD_PACK_RESOLUTION, resolutionOf } from '../../../src/geo/cells.ts';
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
  const packs = new Packs(travel);
  for (const [tile, arrays] of [...separators].sort((a, b) => a[0] - b[0])) {
    const cell = cells[tile];
    const sealed = writeSeparatorTile(travel, cell, arrays);
    if (resolutionOf(cell) === ROAD_PACK_RESOLUTION) packs.put(packName(cell), cell, cell, sealed);
    else add(separatorsName(cell), sealed);
  }
  for (const { tile, arrays } of masks) {
    const cell = cells[tile];
    const pack = masksPackOf(travel, arrays.pixels, cell);
    packs.put(masksName(arrays.pixels, pack), pack, cell, writeMaskTile(travel, cell, arrays));
  }
  for (const [tile, arrays] of [...leaves].sort((a, b) => a[0] - b[0])) {
    const cell = cells[tile];
    const pack = cellToParent(cell, ROAD_PACK_RESOLUTION);
    packs.put(packName(pack), pack, cell, writeRoadTile(travel, cell, arrays));
  }
  packs.addAll(add);
}

/** Sealed tiles by the object that they will share. */
class Packs {
  readonly #travel: Travel;
  readonly #packs = new Map<string, { readonly cell: Cell; readonly tiles: Map<Cell, Uint8Array> }>();

  constructor(travel: Travel) {
    this.#travel = travel;
  }

  put(name: string, packCell: Cell, cell: Cell, sealed: Uint8Array): void {
    let pack = this.#packs.get(name);
    if (!pack) {
      pack = { cell: packCell, tiles: new Map() };
      this.#packs.set(name, pack);
    }
    pack.tiles.set(cell, sealed);
  }

  addAll(add: AddObject): void {
    for (const [name, { cell, tiles }] of this.#packs) add(name, writePack(this.#travel, cell, tiles));
  }
}
