/** Road tiles of a graph held in memory, by the builder's own steps, written and read back in the real format. */
import { type RoadTile, readRoadTile, writeRoadTile } from '../../src/format/road-tile.ts';
import {
  readSeparatorTile,
  type SeparatorTile,
  writeSeparatorTile,
} from '../../src/format/separator-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { RoadCells, RoadTiles, RoadTilesRead } from '../../src/storage/dataset-reader.ts';
import { layOutRoadTiles } from '../../tiles-builder/cut-tiles/road-tile-arrays.ts';
import { buildHierarchy } from '../../tiles-builder/hierarchy/build-hierarchy.ts';
import type { Hierarchy } from '../../tiles-builder/hierarchy/hierarchy.ts';
import type { TimedGraph } from '../../tiles-builder/road-graph/timed-graph.ts';

const VERSION = 'test-0123456789abcdef';
/** The roads are of no travel in particular. */
const TRAVEL = 'motorized';
const MAX_USEFUL_MS = 7_200_000;

export interface BuiltRoads {
  readonly hierarchy: Hierarchy;
  readonly separators: ReadonlyMap<Cell, SeparatorTile>;
  readonly leaves: ReadonlyMap<Cell, RoadTile>;
  /** The graph's number of the node at each slot of a leaf. */
  nodesOf(leaf: Cell): number[];
}

export class RoadTilesInMemory implements RoadTiles {
  /** The cells of each call, in order. */
  readonly calls: RoadCells[] = [];
  readonly #graph: TimedGraph;
  readonly #maxUseful_ms: number;
  #built: Promise<BuiltRoads> | undefined;

  constructor(graph: TimedGraph, maxUseful_ms = MAX_USEFUL_MS) {
    this.#graph = graph;
    this.#maxUseful_ms = maxUseful_ms;
  }

  async readRoadTiles(_travel: unknown, cells: RoadCells): Promise<RoadTilesRead> {
    this.calls.push(cells);
    const { separators, leaves } = await this.built();
    return { separators: chosen(separators, cells.separators), leaves: chosen(leaves, cells.leaves) };
  }

  built(): Promise<BuiltRoads> {
    this.#built ??= this.#build();
    return this.#built;
  }

  async #build(): Promise<BuiltRoads> {
    const hierarchy = await buildHierarchy(this.#graph, { maxUseful_ms: this.#maxUseful_ms, threads: 1 });
    const { cells } = hierarchy.tree;
    const arrays = layOutRoadTiles(this.#graph, hierarchy);
    const separators = new Map<Cell, SeparatorTile>();
    for (const [tile, separatorArrays] of arrays.separators) {
      const cell = cells[tile]!;
      separators.set(
        cell,
        readSeparatorTile(TRAVEL, cell, VERSION, writeSeparatorTile(TRAVEL, cell, VERSION, separatorArrays)),
      );
    }
    const leaves = new Map<Cell, RoadTile>();
    for (const [tile, roadArrays] of arrays.leaves) {
      const cell = cells[tile]!;
      leaves.set(cell, readRoadTile(TRAVEL, cell, VERSION, writeRoadTile(TRAVEL, cell, VERSION, roadArrays)));
    }
    const nodesOf = (leaf: Cell): number[] => {
      const { ownNodes, borderNodes } = hierarchy.tiles[cells.indexOf(leaf)]!;
      return [...ownNodes, ...borderNodes];
    };
    return { hierarchy, separators, leaves, nodesOf };
  }
}

function chosen<Tile>(tiles: ReadonlyMap<Cell, Tile>, cells: readonly Cell[]): Map<Cell, Tile> {
  return new Map(cells.flatMap((cell) => (tiles.has(cell) ? [[cell, tiles.get(cell)!] as const] : [])));
}
