/**
 * Numbers the strongly connected components of a graph, without recursion (Tarjan, "Depth-first search and linear graph
 * algorithms", SIAM Journal on Computing 1, 1972).
 */
import { type Network, outgoingArcs } from './open-arcs.ts';

/** @returns number of the component of each node */
export function stronglyConnectedComponents(graph: Network): Uint32Array {
  const { first, others: heads } = outgoingArcs(graph);
  const nodes = graph.nodeFlags.length;
  const unseen = 0xffffffff;
  const order = new Uint32Array(nodes).fill(unseen);
  const lowest = new Uint32Array(nodes);
  const nextArc = first.slice();
  const component = new Uint32Array(nodes).fill(unseen);
  const pending = new Uint32Array(nodes);
  const path = new Uint32Array(nodes);
  let pendingNodes = 0;
  let pathNodes = 0;
  let seen = 0;
  let components = 0;
  const enter = (node: number): void => {
    order[node] = lowest[node] = seen++;
    pending[pendingNodes++] = node;
    path[pathNodes++] = node;
  };
  for (let start = 0; start < nodes; start++) {
    if (order[start] !== unseen) continue;
    enter(start);
    while (pathNodes > 0) {
      const node = path[pathNodes - 1];
      if (nextArc[node] < first[node + 1]) {
        const head = heads[nextArc[node]++];
        if (order[head] === unseen) enter(head);
        else if (component[head] === unseen) lowest[node] = Math.min(lowest[node], order[head]);
        continue;
      }
      pathNodes--;
      if (pathNodes > 0) {
        const before = path[pathNodes - 1];
        lowest[before] = Math.min(lowest[before], lowest[node]);
      }
      if (lowest[node] !== order[node]) continue;
      let member: number;
      do {
        member = pending[--pendingNodes];
        component[member] = components;
      } while (member !== node);
      components++;
    }
  }
  return component;
}
