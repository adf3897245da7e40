/** Assigns nodes and edges of a road graph to tiles of the tile tree; nodes that separate tiles belong to a tile above. */
import { type Groups, groupBy } from '../../base/numbers/groups.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import { placeEdges, placeSeparators } from './place-separators.ts';
import { buildTileTree, LEAF_DEPTH, type TileTree } from './tile-tree.ts';

/** Depths of tiles in the tree: provinces lie below the root, districts above the leaves. */
export const PROVINCE_DEPTH = 1;
export const DISTRICT_DEPTH = LEAF_DEPTH - 1;

export type RoadTopology = Pick<
  TimedGraph,
  'nodeLon' | 'nodeLat' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms'
>;

/** It takes 8 bytes a node, and 8 an edge. */
export interface PlacedGraph {
  readonly tree: TileTree;
  readonly childrenOf: Groups;
  readonly tileOfNode: Uint32Array;
  readonly nodesOfTile: Groups;
  /** Both ends are own or border nodes of this leaf. */
  readonly leafOfEdge: Uint32Array;
  readonly edgesOfLeaf: Groups;
}

export function placeGraph(graph: RoadTopology): PlacedGraph {
  const placed = buildTileTree(graph);
  const { tree } = placed;
  const tileOfNode = placeSeparators(graph, placed);
  const leafOfEdge = placeEdges(graph, placed, tileOfNode);
  const tiles = tree.cells.length;
  return {
    tree,
    childrenOf: groupBy(tree.parent, tiles),
    tileOfNode,
    nodesOfTile: groupBy(tileOfNode, tiles),
    leafOfEdge,
    edgesOfLeaf: groupBy(leafOfEdge, tiles),
  };
}

/** Lists tiles in ascending order. */
export function tilesAtDepth({ depth }: TileTree, wanted: number): number[] {
  return Array.from(depth.keys()).filter((tile) => depth[tile] === wanted);
}
