/** Plain Dijkstra on a whole road graph. */
import { CLOSED } from '../../../src/format/road-tile.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { MinHeap } from '../../../tiles-builder/roads/hierarchy/min-heap.ts';

type Network = Pick<TimedGraph, 'nodeFlags' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms'>;

/** By node, as offsets and parallel arrays. */
export interface OutgoingArcs {
  readonly firstArc: Uint32Array;
  readonly head: Uint32Array;
  readonly ms: Uint32Array;
}

export function outgoingArcs(graph: Network): OutgoingArcs {
  const nodes = graph.nodeFlags.length;
  const firstArc = new Uint32Array(nodes + 1);
  const each = (visit: (tail: number, head: number, ms: number) => void): void => {
    for (let edge = 0; edge < graph.edgeTail.length; edge++) {
      const tail = graph.edgeTail[edge];
      const head = graph.edgeHead[edge];
      if (graph.edgeForward_ms[edge] !== CLOSED) visit(tail, head, graph.edgeForward_ms[edge]);
      if (graph.edgeBackward_ms[edge] !== CLOSED) visit(head, tail, graph.edgeBackward_ms[edge]);
    }
  };
  each((tail) => {
    firstArc[tail + 1]++;
  });
  for (let node = 0; node < nodes; node++) firstArc[node + 1] += firstArc[node];
  const next = firstArc.slice();
  const head = new Uint32Array(firstArc[nodes]);
  const ms = new Uint32Array(firstArc[nodes]);
  each((tail, to, time) => {
    const at = next[tail]++;
    head[at] = to;
    ms[at] = time;
  });
  return { firstArc, head, ms };
}

interface Departure {
  readonly node: number;
  readonly ms: number;
}

/**
 * @param arrival_ms filled in place; Infinity where unreached
 * @returns nodes settled
 */
export function dijkstra(
  { firstArc, head, ms }: OutgoingArcs,
  departures: readonly Departure[],
  limit_ms: number,
  arrival_ms: Float64Array,
): number {
  arrival_ms.fill(Infinity);
  const heap = new MinHeap();
  for (const departure of departures) {
    if (departure.ms > limit_ms || departure.ms >= arrival_ms[departure.node]) continue;
    arrival_ms[departure.node] = departure.ms;
    heap.push(departure.ms, departure.node);
  }
  let settled = 0;
  while (heap.size > 0) {
    const key = heap.smallestKey;
    const node = heap.pop();
    if (arrival_ms[node] !== key) continue;
    settled++;
    for (let arc = firstArc[node]; arc < firstArc[node + 1]; arc++) {
      const arrival = key + ms[arc];
      if (arrival > limit_ms || arrival >= arrival_ms[head[arc]]) continue;
      arrival_ms[head[arc]] = arrival;
      heap.push(arrival, head[arc]);
    }
  }
  return settled;
}

/** @returns by node; Infinity where unreached */
export function arrivalsFrom(
  graph: Network,
  starts: ReadonlyMap<number, number>,
  limit_ms: number,
): Float64Array {
  const arrival_ms = new Float64Array(graph.nodeFlags.length);
  const departures = Array.from(starts, ([node, ms]) => ({ node, ms }));
  dijkstra(outgoingArcs(graph), departures, limit_ms, arrival_ms);
  return arrival_ms;
}
