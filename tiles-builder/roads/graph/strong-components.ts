/**
 * Strongly connected components: nodes that can reach each other.
 * Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), without recursion.
 */
import { CLOSED } from '../../../src/format/road-tile.ts';
import type { TimedGraph } from './timed-graph.ts';

/** Open arcs in rows: those that leave node n are heads[first[n]] to heads[first[n + 1] - 1]. */
interface Arcs {
  readonly first: Uint32Array;
  readonly heads: Uint32Array;
}

/** For each node a number that it shares with its component's other nodes, below the number of nodes. */
export function stronglyConnectedComponents(graph: TimedGraph): Uint32Array {
  const { first, heads } = openArcs(graph);
  const nodes = graph.nodeFlags.length;
  const unseen = 0xffffffff;
  const order = new Uint32Array(nodes).fill(unseen);
  const lowest = new Uint32Array(nodes);
  const nextArc = first.slice();
  const component = new Uint32Array(nodes).fill(unseen);
  const pending: number[] = [];
  const path: number[] = [];
  let seen = 0;
  let components = 0;
  const enter = (node: number): void => {
    order[node] = lowest[node] = seen++;
    pending.push(node);
    path.push(node);
  };
  for (let start = 0; start < nodes; start++) {
    if (order[start] !== unseen) continue;
    enter(start);
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      if (nextArc[node]! < first[node + 1]!) {
        const head = heads[nextArc[node]!++]!;
        if (order[head] === unseen) enter(head);
        else if (component[head] === unseen) lowest[node] = Math.min(lowest[node]!, order[head]!);
        continue;
      }
      path.pop();
      const before = path[path.length - 1];
      if (before !== undefined) lowest[before] = Math.min(lowest[before]!, lowest[node]!);
      if (lowest[node] !== order[node]) continue;
      let member: number;
      do {
        member = pending.pop()!;
        component[member] = components;
      } while (member !== node);
      components++;
    }
  }
  return component;
}

/** The directions of edges that may be travelled, by the nodes that they leave. */
export function openArcs(graph: TimedGraph): Arcs {
  const first = new Uint32Array(graph.nodeFlags.length + 1);
  const eachArc = (visit: (tail: number, head: number) => void): void => {
    for (let edge = 0; edge < graph.edgeTail.length; edge++) {
      const tail = graph.edgeTail[edge]!;
      const head = graph.edgeHead[edge]!;
      if (graph.edgeForward_ms[edge] !== CLOSED) visit(tail, head);
      if (graph.edgeBackward_ms[edge] !== CLOSED) visit(head, tail);
    }
  };
  eachArc((tail) => {
    first[tail + 1]!++;
  });
  for (let node = 0; node < graph.nodeFlags.length; node++) first[node + 1]! += first[node]!;
  const next = first.slice();
  const heads = new Uint32Array(first[graph.nodeFlags.length]!);
  eachArc((tail, head) => {
    heads[next[tail]!++] = head;
  });
  return { first, heads };
}
