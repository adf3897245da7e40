/** Where the nodes and edges of a road graph belong in its tree of tiles: all that the whole graph must be looked at for. */
import { type Groups, groupBy } from '../../numbers/groups.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import { placeEdges, placeSeparators } from './place-separators.ts';
import { buildTileTree, LEAF_DEPTH, type TileTree } from './tile-tree.ts';

/** Provinces are the children of the root. */
export const PROVINCE_DEPTH = 1;
/** Districts are the parents of leaves. */
export const DISTRICT_DEPTH = LEAF_DEPTH - 1;

export type RoadTopology = Pick<
  TimedGraph,
  'nodeLon' | 'nodeLat' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms'
>;

/** Takes 8 bytes a node and 8 an edge. */
export interface PlacedGraph {
  readonly tree: TileTree;
  /** Tiles by their parent; the root is its own. */
  readonly childrenOf: Groups;
  /** The tile that each node belongs to. */
  readonly tileOfNode: Uint32Array;
  readonly nodesOfTile: Groups;
  /** The leaf that keeps each edge: both its ends are among the leaf's own and border nodes. */
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

/** The tiles of one depth, ascending. */
export function tilesAtDepth({ depth }: TileTree, wanted: number): number[] {
  return Array.from(depth.keys()).filter((tile) => depth[tile] === wanted);
}
