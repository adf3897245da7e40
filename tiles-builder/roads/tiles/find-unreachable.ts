/** Finds nodes and edges unreachable from the largest strongly connected component, by breadth-first search. */
import { CLOSED } from '../../../src/format/road-tile.ts';
import { outgoingArcs } from '../graph/open-arcs.ts';
import { stronglyConnectedComponents } from '../graph/strong-components.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';

export interface Unreachable {
  readonly nodes: Uint8Array;
  readonly edges: Uint8Array;
}

export function findUnreachable(graph: TimedGraph): Unreachable {
  const nodes = unreachableFrom(largestComponent(graph), graph);
  const edges = new Uint8Array(graph.edgeTail.length);
  for (let edge = 0; edge < edges.length; edge++) {
    const entersAtTail = graph.edgeForward_ms[edge] !== CLOSED && nodes[graph.edgeTail[edge]] === 0;
    const entersAtHead = graph.edgeBackward_ms[edge] !== CLOSED && nodes[graph.edgeHead[edge]] === 0;
    edges[edge] = entersAtTail || entersAtHead ? 0 : 1;
  }
  return { nodes, edges };
}

function largestComponent(graph: TimedGraph): Uint8Array {
  const componentOf = stronglyConnectedComponents(graph);
  const sizes = new Uint32Array(componentOf.length);
  for (const component of componentOf) sizes[component]++;
  let largest = 0;
  for (let component = 1; component < sizes.length; component++) {
    if (sizes[component] > sizes[largest]) largest = component;
  }
  return Uint8Array.from(componentOf, (component) => (component === largest ? 1 : 0));
}

function unreachableFrom(sources: Uint8Array, graph: TimedGraph): Uint8Array {
  const { first, others: heads } = outgoingArcs(graph);
  const unreachable = sources.map((isSource) => 1 - isSource);
  // Each node enters once.
  const queue = new Uint32Array(sources.length);
  let queued = 0;
  for (let node = 0; node < sources.length; node++) if (sources[node] === 1) queue[queued++] = node;
  for (let next = 0; next < queued; next++) {
    const node = queue[next];
    for (let arc = first[node]; arc < first[node + 1]; arc++) {
      const head = heads[arc];
      if (unreachable[head] === 0) continue;
      unreachable[head] = 0;
      queue[queued++] = head;
    }
  }
  return unreachable;
}
