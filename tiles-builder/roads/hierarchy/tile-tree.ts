/** Builds the tile tree of a road network, nested H3 cells under one root, and finds the leaf of each node. */
import { cellToParent, latLngToCell } from 'h3-js';
import { COORDINATE_UNIT_DEGREES } from '../../../src/format/road-tile.ts';
import { type Cell, ROAD_TILE_LEVELS, ROOT_TILE } from '../../../src/geo/cells.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';

/** Parents come before children, and 0 is the root; tiles of one depth are ordered by cell. */
export interface TileTree {
  readonly cells: readonly Cell[];
  /** The root is its own. */
  readonly parent: Uint32Array;
  readonly depth: Uint8Array;
}

export const ROOT = 0;
export const LEAF_DEPTH = ROAD_TILE_LEVELS.length;

export interface PlacedNodes {
  readonly tree: TileTree;
  readonly leafOfNode: Uint32Array;
}

/** It takes 4 bytes a node, and some hundreds a tile. */
export function buildTileTree(graph: Pick<TimedGraph, 'nodeLon' | 'nodeLat'>): PlacedNodes {
  const { leafCells, leafOfNode } = findLeaves(graph);
  const cells: Cell[] = [ROOT_TILE];
  const parents: number[] = [0];
  const depths: number[] = [0];
  const leaves = leafCells.toSorted();
  let above = new Map<Cell, number>();
  ROAD_TILE_LEVELS.forEach((resolution, index) => {
    const atThisDepth = new Map<Cell, number>();
    for (const leaf of leaves) {
      const cell = cellToParent(leaf, resolution);
      if (atThisDepth.has(cell)) continue;
      atThisDepth.set(cell, cells.length);
      parents.push(index === 0 ? 0 : above.get(cellToParent(leaf, ROAD_TILE_LEVELS[index - 1]))!);
      depths.push(index + 1);
      cells.push(cell);
    }
    above = atThisDepth;
  });
  const numberOfLeaf = leafCells.map((cell) => above.get(cell)!);
  for (let node = 0; node < leafOfNode.length; node++) leafOfNode[node] = numberOfLeaf[leafOfNode[node]];
  return { tree: { cells, parent: Uint32Array.from(parents), depth: Uint8Array.from(depths) }, leafOfNode };
}

function findLeaves({ nodeLon, nodeLat }: Pick<TimedGraph, 'nodeLon' | 'nodeLat'>): {
  leafCells: Cell[];
  leafOfNode: Uint32Array;
} {
  const places = new Map<Cell, number>();
  const leafOfNode = new Uint32Array(nodeLon.length);
  const leafResolution = ROAD_TILE_LEVELS[LEAF_DEPTH - 1];
  for (let node = 0; node < nodeLon.length; node++) {
    const cell = latLngToCell(
      nodeLat[node] * COORDINATE_UNIT_DEGREES,
      nodeLon[node] * COORDINATE_UNIT_DEGREES,
      leafResolution,
    );
    let place = places.get(cell);
    if (place === undefined) {
      place = places.size;
      places.set(cell, place);
    }
    leafOfNode[node] = place;
  }
  return { leafCells: [...places.keys()], leafOfNode };
}

export function lowestCommonAncestor(tree: TileTree, a: number, b: number): number {
  while (a !== b) {
    if (tree.depth[a] >= tree.depth[b]) a = tree.parent[a];
    else b = tree.parent[b];
  }
  return a;
}

export function isSelfOrAncestor(tree: TileTree, tile: number, below: number): boolean {
  let at = below;
  while (tree.depth[at] > tree.depth[tile]) at = tree.parent[at];
  return at === tile;
}
