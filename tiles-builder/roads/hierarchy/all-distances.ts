/**
 * Computes all-pairs shortest paths by minimum-degree elimination, then upward and downward sweeps (as PHAST, Delling et al.
 * 2011); this is fast if separators are small.
 */
import { MinHeap } from './min-heap.ts';
import type { Arcs } from './preparation-graph.ts';

/** Distance without a path; twice this fits a signed 32-bit integer. */
export const NO_PATH_MS = 0x3fffffff;

/** @returns row-major matrix of ms from row to column; NO_PATH_MS beyond `max_ms` */
export function allDistances(nodes: number, arcs: Arcs, max_ms: number): Int32Array {
  const eliminated = eliminate(nodes, arcs, max_ms);
  const distances = new Int32Array(nodes * nodes);
  const ms = new Int32Array(nodes);
  for (let source = 0; source < nodes; source++) {
    sweepFrom(eliminated, source, ms);
    for (let rank = 0; rank < nodes; rank++)
      distances[source * nodes + eliminated.order[rank]] = ms[rank] > max_ms ? NO_PATH_MS : ms[rank];
  }
  return distances;
}

/** Fills `ms` in the order of ranks. */
function sweepFrom(
  { rankOf, firstArc, upper, up_ms, down_ms }: Eliminated,
  source: number,
  ms: Int32Array,
): void {
  ms.fill(NO_PATH_MS);
  ms[rankOf[source]] = 0;
  for (let rank = rankOf[source]; rank < rankOf.length; rank++) {
    if (ms[rank] === NO_PATH_MS) continue;
    for (let arc = firstArc[rank]; arc < firstArc[rank + 1]; arc++)
      ms[upper[arc]] = Math.min(ms[upper[arc]], ms[rank] + up_ms[arc]);
  }
  for (let rank = rankOf.length - 1; rank >= 0; rank--) {
    for (let arc = firstArc[rank]; arc < firstArc[rank + 1]; arc++)
      ms[rank] = Math.min(ms[rank], ms[upper[arc]] + down_ms[arc]);
  }
}

interface Eliminated {
  readonly order: readonly number[];
  readonly rankOf: Uint32Array;
  /** Arcs of rank r to and from higher ranks: firstArc[r] to firstArc[r + 1] - 1. */
  readonly firstArc: Uint32Array;
  readonly upper: Uint32Array;
  readonly up_ms: Int32Array;
  readonly down_ms: Int32Array;
}

function eliminate(nodes: number, arcs: Arcs, max_ms: number): Eliminated {
  const ms = new Int32Array(nodes * nodes).fill(NO_PATH_MS);
  const joined = new Uint8Array(nodes * nodes);
  const neighbours: number[][] = Array.from({ length: nodes }, () => []);
  const join = (a: number, b: number): void => {
    if (a === b || joined[a * nodes + b]) return;
    joined[a * nodes + b] = 1;
    joined[b * nodes + a] = 1;
    neighbours[a].push(b);
    neighbours[b].push(a);
  };
  for (let arc = 0; arc < arcs.tail.length; arc++) {
    const at = arcs.tail[arc] * nodes + arcs.head[arc];
    if (arcs.ms[arc] < ms[at]) ms[at] = arcs.ms[arc];
    join(arcs.tail[arc], arcs.head[arc]);
  }

  const gone = new Uint8Array(nodes);
  const queue = new MinHeap(nodes + 1);
  const leftAt = (node: number): number[] => neighbours[node].filter((other) => !gone[other]);
  for (let node = 0; node < nodes; node++) queue.push(neighbours[node].length, node);
  const order: number[] = [];
  const firstArc = new Uint32Array(nodes + 1);
  const upper: number[] = [];
  const up_ms: number[] = [];
  const down_ms: number[] = [];
  while (queue.size > 0) {
    const node = queue.pop();
    const left = leftAt(node);
    neighbours[node] = left;
    if (queue.size > 0 && left.length > queue.smallestKey) {
      queue.push(left.length, node);
      continue;
    }
    gone[node] = 1;
    order.push(node);
    for (const other of left) {
      upper.push(other);
      up_ms.push(ms[node * nodes + other]);
      down_ms.push(ms[other * nodes + node]);
    }
    firstArc[order.length] = upper.length;
    const onward = left.map((head) => ms[node * nodes + head]);
    for (const tail of left) {
      const toNode = ms[tail * nodes + node];
      if (toNode > max_ms) continue;
      const row = tail * nodes;
      for (let i = 0; i < left.length; i++) {
        const through = toNode + onward[i];
        const head = left[i];
        if (through > max_ms || through >= ms[row + head] || tail === head) continue;
        join(tail, head);
        ms[row + head] = through;
      }
    }
  }
  const rankOf = new Uint32Array(nodes);
  order.forEach((node, rank) => {
    rankOf[node] = rank;
  });
  return {
    order,
    rankOf,
    firstArc,
    upper: Uint32Array.from(upper, (node) => rankOf[node]),
    up_ms: Int32Array.from(up_ms),
    down_ms: Int32Array.from(down_ms),
  };
}
