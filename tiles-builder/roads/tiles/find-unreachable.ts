/** Finds nodes and edges unreachable from the largest strongly connected component, by breadth-first search. */
import { CLOSED } from '../../../src/format/road-tile.ts';
import { outgoingArcs, reachedFrom } from '../graph/open-arcs.ts';
import { stronglyConnectedComponents } from '../graph/strong-components.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';

export interface Unreachable {
  readonly nodes: Uint8Array;
  readonly edges: Uint8Array;
}

export function findUnreachable(graph: TimedGraph): Unreachable {
  const componentOf = stronglyConnectedComponents(graph);
  const largest = largestComponent(componentOf);
  const reached = reachedFrom(outgoingArcs(graph), (node) => componentOf[node] === largest);
  const nodes = reached.map((isReached) => 1 - isReached);
  const edges = new Uint8Array(graph.edgeTail.length);
  for (let edge = 0; edge < edges.length; edge++) {
    const entersAtTail = graph.edgeForward_ms[edge] !== CLOSED && nodes[graph.edgeTail[edge]] === 0;
    const entersAtHead = graph.edgeBackward_ms[edge] !== CLOSED && nodes[graph.edgeHead[edge]] === 0;
    edges[edge] = entersAtTail || entersAtHead ? 0 : 1;
  }
  return { nodes, edges };
}

function largestComponent(componentOf: Uint32Array): number {
  const sizes = new Uint32Array(componentOf.length);
  for (const component of componentOf) sizes[component]++;
  return sizes.reduce((largest, size, component) => (size > sizes[largest] ? component : largest), 0);
}
