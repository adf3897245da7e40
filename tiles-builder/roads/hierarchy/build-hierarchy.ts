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

/** One of several machines that contract a graph together, counted from 0. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** The parents of leaves are dealt to the shares, each with its leaves. */
const SHARED_DEPTH = LEAF_DEPTH - 1;

/** Contracts the tiles that fall to one share. All shares together leave the tiles above SHARED_DEPTH to do. */
export async function contractShare(
  graph: RoadTopology,
  { maxUseful_ms, threads }: HierarchyOptions,
  { index, of }: Share,
): Promise<ContractedTiles> {
  const contraction = new TileContraction(graph, maxUseful_ms);
  const { tree } = contraction;
  const own = new Set(contraction.tilesAtDepth(SHARED_DEPTH).filter((_, place) => place % of === index));
  const leaves = contraction.tilesAtDepth(LEAF_DEPTH).filter((leaf) => own.has(tree.parent[leaf]!));
  const byCell = new Map<Cell, ContractedTile>();
  for (const level of [leaves, [...own]]) {
    for (const { tile, contracted } of await contraction.contract(level, threads)) {
      byCell.set(tree.cells[tile]!, contracted);
    }
  }
  return byCell;
}
