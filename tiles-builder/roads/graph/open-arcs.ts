/** Lists the open directions of a graph as arcs in adjacency arrays (CSR), by tail or by head. */
import { CLOSED } from '../../../src/format/road-tile.ts';
import type { TimedGraph } from './timed-graph.ts';

export type Network = Pick<
  TimedGraph,
  'nodeFlags' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms'
>;

/** Node n has arcs to the nodes others[first[n]] to others[first[n + 1] - 1], or from them. */
export interface Arcs {
  readonly first: Uint32Array;
  readonly others: Uint32Array;
}

export const outgoingArcs = (graph: Network): Arcs => arcsInRows(graph, (visit) => eachArc(graph, visit));

export const incomingArcs = (graph: Network): Arcs =>
  arcsInRows(graph, (visit) => eachArc(graph, (tail, head) => visit(head, tail)));

/** Marks by 1 the nodes that are reached over arcs from those that are sources. */
export function reachedFrom({ first, others }: Arcs, isSource: (node: number) => boolean): Uint8Array {
  const nodes = first.length - 1;
  const reached = new Uint8Array(nodes);
  // Each node enters once.
  const pending = new Uint32Array(nodes);
  let count = 0;
  const reach = (node: number): void => {
    if (reached[node] === 1) return;
    reached[node] = 1;
    pending[count++] = node;
  };
  for (let node = 0; node < nodes; node++) if (isSource(node)) reach(node);
  while (count > 0) {
    const node = pending[--count];
    for (let arc = first[node]; arc < first[node + 1]; arc++) reach(others[arc]);
  }
  return reached;
}

function arcsInRows(
  { nodeFlags }: Network,
  each: (visit: (node: number, other: number) => void) => void,
): Arcs {
  const nodes = nodeFlags.length;
  const first = new Uint32Array(nodes + 1);
  each((node) => {
    first[node + 1]++;
  });
  for (let node = 0; node < nodes; node++) first[node + 1] += first[node];
  const next = first.slice();
  const others = new Uint32Array(first[nodes]);
  each((node, other) => {
    others[next[node]++] = other;
  });
  return { first, others };
}

function eachArc(graph: Network, visit: (tail: number, head: number) => void): void {
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const tail = graph.edgeTail[edge];
    const head = graph.edgeHead[edge];
    if (graph.edgeForward_ms[edge] !== CLOSED) visit(tail, head);
    if (graph.edgeBackward_ms[edge] !== CLOSED) visit(head, tail);
  }
}
