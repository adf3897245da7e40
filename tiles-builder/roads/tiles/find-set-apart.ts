/** What no way leads to from the largest strongly connected part of a network. */
import { CLOSED } from '../../../src/format/road-tile.ts';
import { stronglyConnectedComponents } from '../graph/strong-components.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';

export interface SetApart {
  /** 1 for each node, and for each edge, that cannot be entered from there. */
  readonly nodes: Uint8Array;
  readonly edges: Uint8Array;
}

export function findSetApart(graph: TimedGraph): SetApart {
  const componentOf = stronglyConnectedComponents(graph);
  const sizes = new Uint32Array(componentOf.length);
  for (const component of componentOf) sizes[component]!++;
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
  const outgoing: number[][] = Array.from(graph.nodeFlags, () => []);
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const tail = graph.edgeTail[edge]!;
    const head = graph.edgeHead[edge]!;
    if (graph.edgeForward_ms[edge] !== CLOSED) outgoing[tail]!.push(head);
    if (graph.edgeBackward_ms[edge] !== CLOSED) outgoing[head]!.push(tail);
  }
  const nodes = new Uint8Array(componentOf.length).fill(1);
  const queue = [...componentOf.keys()].filter((node) => componentOf[node] === largest);
  for (const node of queue) nodes[node] = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const head of outgoing[next]!) {
      if (nodes[head] === 0) continue;
      nodes[head] = 0;
      queue.push(head);
    }
  }
  const edges = Uint8Array.from(graph.edgeTail, (tail, edge) => {
    const entersAtTail = graph.edgeForward_ms[edge] !== CLOSED && nodes[tail] === 0;
    const entersAtHead = graph.edgeBackward_ms[edge] !== CLOSED && nodes[graph.edgeHead[edge]!] === 0;
    return entersAtTail || entersAtHead ? 0 : 1;
  });
  return { nodes, edges };
}
