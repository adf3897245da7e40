/** Dijkstra's algorithm without a queue, on a graph that is not cut into tiles. */
import { CLOSED } from '../../src/format/road-tile.ts';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';

/**
 * @param starts arrival times at the start nodes
 * @returns an arrival time for each node, Infinity beyond the limit
 */
export function plainDijkstra(
  graph: TimedGraph,
  starts: ReadonlyMap<number, number>,
  limit_ms: number,
): number[] {
  const nodes = graph.nodeFlags.length;
  const edgesAt: number[][] = Array.from({ length: nodes }, () => []);
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    edgesAt[graph.edgeTail[edge]].push(edge);
    edgesAt[graph.edgeHead[edge]].push(edge);
  }
  const arrivals = new Array<number>(nodes).fill(Infinity);
  const done = new Array<boolean>(nodes).fill(false);
  for (const [node, arrival] of starts) if (arrival <= limit_ms) arrivals[node] = arrival;
  for (;;) {
    let earliest = -1;
    for (let node = 0; node < nodes; node++) {
      if (!done[node] && arrivals[node] < Infinity && (earliest < 0 || arrivals[node] < arrivals[earliest])) {
        earliest = node;
      }
    }
    if (earliest < 0) return arrivals;
    done[earliest] = true;
    for (const edge of edgesAt[earliest]) {
      for (const [from, to, time_ms] of [
        [graph.edgeTail[edge], graph.edgeHead[edge], graph.edgeForward_ms[edge]],
        [graph.edgeHead[edge], graph.edgeTail[edge], graph.edgeBackward_ms[edge]],
      ]) {
        const arrival = arrivals[earliest] + time_ms;
        if (from === earliest && time_ms !== CLOSED && arrival <= limit_ms && arrival < arrivals[to]) {
          arrivals[to] = arrival;
        }
      }
    }
  }
}
