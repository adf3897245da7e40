/**
 * Assigns nodes and edges to tiles. A greedy vertex cover of the edges between leaves gives separators, which move up to the
 * lowest common ancestor; the tiles of an edge's ends are then equal, or one is the other's ancestor.
 */
import type { TimedGraph } from '../graph/timed-graph.ts';
import { isSelfOrAncestor, lowestCommonAncestor, type PlacedNodes } from './tile-tree.ts';

/** Returns the tile of each node, a leaf or one that separates leaves. */
export function placeSeparators(
  graph: Pick<TimedGraph, 'edgeTail' | 'edgeHead'>,
  { tree, leafOfNode }: PlacedNodes,
): Uint32Array {
  const { edgeTail, edgeHead } = graph;
  const crossing: number[] = [];
  const crossings = new Uint32Array(leafOfNode.length);
  for (let edge = 0; edge < edgeTail.length; edge++) {
    const tail = edgeTail[edge];
    const head = edgeHead[edge];
    if (leafOfNode[tail] === leafOfNode[head]) continue;
    crossing.push(edge);
    crossings[tail]++;
    crossings[head]++;
  }

  // Few separators have most crossings; ties go by number.
  const busiest = (edge: number): number => Math.max(crossings[edgeTail[edge]], crossings[edgeHead[edge]]);
  crossing.sort((a, b) => busiest(b) - busiest(a) || a - b);
  const separates = new Uint8Array(leafOfNode.length);
  for (const edge of crossing) {
    const tail = edgeTail[edge];
    const head = edgeHead[edge];
    if (separates[tail] || separates[head]) continue;
    separates[crossings[tail] >= crossings[head] ? tail : head] = 1;
  }

  const tileOfNode = leafOfNode.slice();
  const lift = (node: number, otherEnd: number): void => {
    tileOfNode[node] = lowestCommonAncestor(tree, tileOfNode[node], leafOfNode[otherEnd]);
  };
  for (const edge of crossing) {
    const tail = edgeTail[edge];
    const head = edgeHead[edge];
    if (!separates[head]) lift(tail, head);
    else if (!separates[tail]) lift(head, tail);
  }
  for (const edge of crossing) {
    const tail = edgeTail[edge];
    const head = edgeHead[edge];
    const separated =
      isSelfOrAncestor(tree, tileOfNode[tail], leafOfNode[head]) ||
      isSelfOrAncestor(tree, tileOfNode[head], leafOfNode[tail]);
    if (!separated) lift(tail, head);
  }
  return tileOfNode;
}

/** Returns the leaf of each edge: that of an end, below the tile of the other end. */
export function placeEdges(
  graph: Pick<TimedGraph, 'edgeTail' | 'edgeHead'>,
  { tree, leafOfNode }: PlacedNodes,
  tileOfNode: Uint32Array,
): Uint32Array {
  return graph.edgeTail.map((tail, edge) => {
    const head = graph.edgeHead[edge];
    const tailLeaf = leafOfNode[tail];
    return isSelfOrAncestor(tree, tileOfNode[head], tailLeaf) ? tailLeaf : leafOfNode[head];
  });
}
