/**
 * The nested contraction hierarchy of a road graph: tiles are contracted from the leaves up, each by itself.
 * After R. Geisberger et al., "Contraction Hierarchies: Faster and Simpler Hierarchical Routing in Road Networks" (2008),
 * with an order of contraction that follows a tree of tiles, so that every arc leads within a tile or to one of its
 * ancestors.
 */
import type { TimedGraph } from '../road-graph/timed-graph.ts';
import type { ContractedTile, TileGraph } from './contract-tile.ts';
import { contractTiles } from './contract-tiles.ts';
import type { Hierarchy, HierarchyTile } from './hierarchy.ts';
import { placeEdges, placeSeparators } from './place-separators.ts';
import { buildTileTree, LEAF_DEPTH, type TileTree } from './tile-tree.ts';

type RoadTopology = Pick<
  TimedGraph,
  'nodeLon' | 'nodeLat' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms'
>;

export interface HierarchyOptions {
  /** Paths longer than this are never asked for and may be missing. */
  readonly maxUseful_ms: number;
  readonly threads: number;
}

/** Arcs between nodes of the graph: tail, head, milliseconds, tail, … */
type ArcList = number[];

export async function buildHierarchy(graph: RoadTopology, options: HierarchyOptions): Promise<Hierarchy> {
  const placed = buildTileTree(graph);
  const { tree, leafOfNode } = placed;
  const tileOfNode = placeSeparators(graph, placed);
  const nodesOfTile = groupNodes(tileOfNode, tree.cells.length);
  const leafOfEdge = placeEdges(graph, placed, tileOfNode);
  const arcsOfTile: ArcList[] = Array.from({ length: tree.cells.length }, () => []);
  /** Nodes of ancestors that a tile must know for another reason than its arcs; with repetitions. */
  const bordersOfTile: number[][] = Array.from({ length: tree.cells.length }, () => []);
  const lowerTile = (a: number, b: number): number => {
    const tileA = tileOfNode[a]!;
    const tileB = tileOfNode[b]!;
    return tree.depth[tileA]! >= tree.depth[tileB]! ? tileA : tileB;
  };
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const tail = graph.edgeTail[edge]!;
    const head = graph.edgeHead[edge]!;
    const arcs = arcsOfTile[lowerTile(tail, head)]!;
    const forward_ms = graph.edgeForward_ms[edge]!;
    const backward_ms = graph.edgeBackward_ms[edge]!;
    if (forward_ms <= options.maxUseful_ms) arcs.push(tail, head, forward_ms);
    if (backward_ms <= options.maxUseful_ms) arcs.push(head, tail, backward_ms);
    bordersOfTile[leafOfEdge[edge]!]!.push(tail, head);
  }

  const tiles: HierarchyTile[] = new Array(tree.cells.length);
  for (let depth = LEAF_DEPTH; depth >= 0; depth--) {
    const atThisDepth = tilesAtDepth(tree, depth);
    const numbered = atThisDepth.map((tile) =>
      numberNodes(nodesOfTile[tile]!, arcsOfTile[tile]!, bordersOfTile[tile]!),
    );
    const graphs = numbered.map(
      ({ ownNodes, borderNodes, slots }, index): TileGraph => ({
        ownNodes: ownNodes.length,
        borderNodes: borderNodes.length,
        arcs: renumber(arcsOfTile[atThisDepth[index]!]!, slots),
        maxUseful_ms: options.maxUseful_ms,
        sparse: depth === LEAF_DEPTH,
      }),
    );
    const contracted = await contractTiles(graphs, options.threads);
    atThisDepth.forEach((tile, index) => {
      const { ownNodes, borderNodes } = numbered[index]!;
      tiles[tile] = finished(contracted[index]!, ownNodes, borderNodes);
      arcsOfTile[tile] = [];
      bordersOfTile[tile] = [];
      if (depth > 0) for (const node of borderNodes) bordersOfTile[tree.parent[tile]!]!.push(node);
      const { tail, head, ms } = contracted[index]!.remaining;
      for (let arc = 0; arc < tail.length; arc++) {
        const from = borderNodes[tail[arc]!]!;
        const to = borderNodes[head[arc]!]!;
        arcsOfTile[lowerTile(from, to)]!.push(from, to, ms[arc]!);
      }
    });
  }
  return { tree, leafOfNode, tileOfNode, leafOfEdge, tiles };
}

function groupNodes(tileOfNode: Uint32Array, tiles: number): number[][] {
  const nodes: number[][] = Array.from({ length: tiles }, () => []);
  for (let node = 0; node < tileOfNode.length; node++) nodes[tileOfNode[node]!]!.push(node);
  return nodes;
}

function tilesAtDepth(tree: TileTree, depth: number): number[] {
  const tiles: number[] = [];
  tree.depth.forEach((tileDepth, tile) => {
    if (tileDepth === depth) tiles.push(tile);
  });
  return tiles;
}

interface NumberedNodes {
  readonly ownNodes: Uint32Array;
  readonly borderNodes: Uint32Array;
  readonly slots: ReadonlyMap<number, number>;
}

function numberNodes(ownNodes: number[], arcs: ArcList, otherNodes: readonly number[]): NumberedNodes {
  const slots = new Map<number, number>();
  for (const node of ownNodes) slots.set(node, slots.size);
  const borders = new Set<number>();
  const note = (node: number): void => {
    if (!slots.has(node)) borders.add(node);
  };
  for (let i = 0; i < arcs.length; i += 3) {
    note(arcs[i]!);
    note(arcs[i + 1]!);
  }
  for (const node of otherNodes) note(node);
  const borderNodes = Uint32Array.from(borders).sort();
  for (const node of borderNodes) slots.set(node, slots.size);
  return { ownNodes: Uint32Array.from(ownNodes), borderNodes, slots };
}

function renumber(arcs: ArcList, slots: ReadonlyMap<number, number>): TileGraph['arcs'] {
  const count = arcs.length / 3;
  const renumbered = {
    tail: new Int32Array(count),
    head: new Int32Array(count),
    ms: new Int32Array(count),
  };
  for (let arc = 0; arc < count; arc++) {
    renumbered.tail[arc] = slots.get(arcs[3 * arc]!)!;
    renumbered.head[arc] = slots.get(arcs[3 * arc + 1]!)!;
    renumbered.ms[arc] = arcs[3 * arc + 2]!;
  }
  return renumbered;
}

function finished(
  { nodeOfSlot, firstArc, arcSlot, arcDown_ms, arcUp_ms }: ContractedTile,
  ownNodes: Uint32Array,
  borderNodes: Uint32Array,
): HierarchyTile {
  return {
    ownNodes: nodeOfSlot.map((node) => ownNodes[node]!),
    borderNodes,
    firstArc,
    arcSlot,
    arcDown_ms,
    arcUp_ms,
  };
}
