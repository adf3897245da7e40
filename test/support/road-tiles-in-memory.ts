/** Road tiles of a graph held in memory, by the builder's own steps, written and read back in the real format. */
import { UNNAMED } from '../../src/format/envelope.ts';
import { type MaskTile, readMaskTile, writeMaskTile } from '../../src/format/mask-tile.ts';
import { type RoadTile, readRoadTile, writeRoadTile } from '../../src/format/road-tile.ts';
import {
  readSeparatorTile,
  type SeparatorTile,
  writeSeparatorTile,
} from '../../src/format/separator-tile.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { RoadCells, RoadTiles, RoadTilesRead } from '../../src/storage/dataset-reader.ts';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';
import { buildHierarchy } from '../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
import type { Hierarchy } from '../../tiles-builder/roads/hierarchy/hierarchy.ts';
import { drawAllMasks, type TileMasks } from '../../tiles-builder/roads/tiles/draw-masks.ts';
import { layOutRoadTiles } from '../../tiles-builder/roads/tiles/road-tile-arrays.ts';

const MAX_USEFUL_MS = 7_200_000;

export interface BuiltRoads {
  readonly hierarchy: Hierarchy;
  readonly separators: ReadonlyMap<Cell, SeparatorTile>;
  readonly leaves: ReadonlyMap<Cell, RoadTile>;
  /** By pixels around the world. */
  masks(): ReadonlyMap<number, ReadonlyMap<Cell, MaskTile>>;
  /** The graph's number of the node at each slot of a leaf. */
  nodesOf(leaf: Cell): number[];
}

export class RoadTilesInMemory implements RoadTiles {
  /** The cells of each call, in order. */
  readonly calls: RoadCells[] = [];
  readonly #graph: TimedGraph;
  readonly #maxUseful_ms: number;
  readonly #built = new Map<Travel, Promise<BuiltRoads>>();

  constructor(graph: TimedGraph, maxUseful_ms = MAX_USEFUL_MS) {
    this.#graph = graph;
    this.#maxUseful_ms = maxUseful_ms;
  }

  async readRoadTiles(travel: Travel, cells: RoadCells): Promise<RoadTilesRead> {
    this.calls.push(cells);
    const { separators, leaves, masks } = await this.built(travel);
    return {
      separators: chosen(separators, cells.separators),
      leaves: chosen(leaves, cells.leaves),
      pages: new Map(),
      masks: chosen(
        cells.masks?.cells.length ? masks().get(cells.masks.pixels)! : new Map(),
        cells.masks?.cells ?? [],
      ),
    };
  }

  /** As in a first request, which finds nothing in memory. */
  roadTilesInMemory(): undefined {
    return undefined;
  }

  /** The same roads, with the masks of one way to travel. */
  built(travel: Travel = 'motorized'): Promise<BuiltRoads> {
    let built = this.#built.get(travel);
    if (!built) {
      built = this.#build(travel);
      this.#built.set(travel, built);
    }
    return built;
  }

  async #build(travel: Travel): Promise<BuiltRoads> {
    const hierarchy = await buildHierarchy(this.#graph, { maxUseful_ms: this.#maxUseful_ms, threads: 1 });
    const { cells } = hierarchy.tree;
    const arrays = layOutRoadTiles(this.#graph, hierarchy, travel, this.#maxUseful_ms);
    const separators = new Map<Cell, SeparatorTile>();
    for (const [tile, separatorArrays] of arrays.separators) {
      const cell = cells[tile]!;
      separators.set(
        cell,
        readSeparatorTile(travel, cell, UNNAMED, writeSeparatorTile(travel, cell, separatorArrays)),
      );
    }
    const leaves = new Map<Cell, RoadTile>();
    for (const [tile, roadArrays] of arrays.leaves) {
      const cell = cells[tile]!;
      leaves.set(cell, readRoadTile(travel, cell, UNNAMED, writeRoadTile(travel, cell, roadArrays)));
    }
    let drawn: Map<number, Map<Cell, MaskTile>> | undefined;
    const masks = (): ReadonlyMap<number, ReadonlyMap<Cell, MaskTile>> => {
      drawn ??= writtenMasks(drawAllMasks(arrays, travel), cells, travel);
      return drawn;
    };
    const nodesOf = (leaf: Cell): number[] => {
      const { ownNodes, borderNodes } = hierarchy.tiles[cells.indexOf(leaf)]!;
      return [...ownNodes, ...borderNodes];
    };
    return { hierarchy, separators, leaves, masks, nodesOf };
  }
}

function chosen<Tile>(tiles: ReadonlyMap<Cell, Tile>, cells: readonly Cell[]): Map<Cell, Tile> {
  return new Map(cells.flatMap((cell) => (tiles.has(cell) ? [[cell, tiles.get(cell)!] as const] : [])));
}

function writtenMasks(
  masks: readonly TileMasks[],
  cells: readonly Cell[],
  travel: Travel,
): Map<number, Map<Cell, MaskTile>> {
  const tiles = new Map<number, Map<Cell, MaskTile>>();
  for (const { tile, arrays } of masks) {
    const cell = cells[tile]!;
    const { pixels } = arrays;
    if (!tiles.has(pixels)) tiles.set(pixels, new Map());
    const sealed = writeMaskTile(travel, cell, arrays);
    tiles.get(pixels)!.set(cell, readMaskTile(travel, cell, UNNAMED, pixels, sealed));
  }
  return tiles;
}
