/**
 * The nested contraction hierarchy of a road graph: tiles are contracted from the leaves up, each by itself.
 * After R. Geisberger et al., "Contraction Hierarchies: Faster and Simpler Hierarchical Routing in Road Networks" (2008),
 * with an order of contraction that follows a tree of tiles, so that every arc leads within a tile or to one of its
 * ancestors.
 */
import type { Cell } from '../../../src/geo/cells.ts';
import type { ContractedTile } from './contract-tile.ts';
import type { Hierarchy, HierarchyTile } from './hierarchy.ts';
import { type RoadTopology, TileContraction } from './tile-contraction.ts';
import { LEAF_DEPTH } from './tile-tree.ts';

export interface HierarchyOptions {
  /** Paths longer than this are never asked for and may be missing. */
  readonly maxUseful_ms: number;
  readonly threads: number;
}

/** Contracted tiles by their cell. */
export type ContractedTiles = ReadonlyMap<Cell, ContractedTile>;

/** @param known tiles that were contracted elsewhere, of the same graph and with the same options */
export async function buildHierarchy(
  graph: RoadTopology,
  { maxUseful_ms, threads }: HierarchyOptions,
  known: ContractedTiles = new Map(),
): Promise<Hierarchy> {
  const contraction = new TileContraction(graph, maxUseful_ms);
  const { tree, leafOfNode, tileOfNode, leafOfEdge } = contraction;
  const tiles: HierarchyTile[] = new Array(tree.cells.length);
  for (let depth = LEAF_DEPTH; depth >= 0; depth--) {
    const level = contraction.tilesAtDepth(depth);
    const contracted = await contraction.contract(level, threads, (tile) => known.get(tree.cells[tile]!));
    for (const { tile, placed } of contracted) tiles[tile] = placed;
  }
  return { tree, leafOfNode, tileOfNode, leafOfEdge, tiles };
}

/** Tiles that are contracted together: one of FAMILY_DEPTH with its leaves. */
const FAMILY_DEPTH = LEAF_DEPTH - 1;

/** The families of a graph's tiles, each of which can be contracted for itself. Together they leave the tiles above to do. */
export interface Families {
  /** That name them, in the order of the tree. */
  readonly cells: readonly Cell[];
  /** Contracts one family. Call it once for each. */
  readonly contract: (cell: Cell) => Promise<ContractedTiles>;
}

export function familiesOf(graph: RoadTopology, { maxUseful_ms, threads }: HierarchyOptions): Families {
  const contraction = new TileContraction(graph, maxUseful_ms);
  const { tree } = contraction;
  const leavesOf = new Map<number, number[]>();
  for (const parent of contraction.tilesAtDepth(FAMILY_DEPTH)) leavesOf.set(parent, []);
  for (const leaf of contraction.tilesAtDepth(LEAF_DEPTH)) leavesOf.get(tree.parent[leaf]!)!.push(leaf);
  const parentOf = new Map([...leavesOf.keys()].map((parent) => [tree.cells[parent]!, parent]));
  return {
    cells: [...parentOf.keys()],
    contract: async (cell) => {
      const parent = parentOf.get(cell);
      if (parent === undefined) throw new RangeError(`${cell} names no family`);
      const byCell = new Map<Cell, ContractedTile>();
      for (const level of [leavesOf.get(parent)!, [parent]]) {
        for (const { tile, contracted } of await contraction.contract(level, threads)) {
          byCell.set(tree.cells[tile]!, contracted);
        }
      }
      return byCell;
    },
  };
}
