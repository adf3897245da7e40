/**
 * The distances between all nodes of a dense graph. Its nodes are eliminated one after another, each time the one with the
 * fewest neighbours, whose neighbours then are joined by arcs of the length of the way through it. From each node, one
 * sweep up that order and one down it find all distances. Far cheaper than Floyd's and Warshall's algorithm as long as
 * the graph has small separators. After D. Delling et al., "PHAST: Hardware-Accelerated Shortest Path Trees" (2011).
 */
import { MinHeap } from './min-heap.ts';
import type { Arcs } from './preparation-graph.ts';

/** "No path", small enough that two of them still add up to a 32-bit integer. */
export const NO_PATH_MS = 0x3fffffff;

/** @returns row by row, from row to column; NO_PATH_MS where there is no path */
export function allDistances(nodes: number, arcs: Arcs): Int32Array {
  const eliminated = eliminate(nodes, arcs);
  const { order, firstArc, upper, up_ms, down_ms } = eliminated;
  const distances = new Int32Array(nodes * nodes);
  const ms = new Int32Array(nodes);
  for (let source = 0; source < nodes; source++) {
    ms.fill(NO_PATH_MS);
    ms[source] = 0;
    for (let rank = 0; rank < nodes; rank++) {
      const from_ms = ms[order[rank]!]!;
      if (from_ms === NO_PATH_MS) continue;
      for (let arc = firstArc[rank]!; arc < firstArc[rank + 1]!; arc++) {
        const arrival = (from_ms + up_ms[arc]!) | 0;
        if (arrival < ms[upper[arc]!]!) ms[upper[arc]!] = arrival;
      }
    }
    for (let rank = nodes - 1; rank >= 0; rank--) {
      let earliest = ms[order[rank]!]!;
      for (let arc = firstArc[rank]!; arc < firstArc[rank + 1]!; arc++) {
        const arrival = (ms[upper[arc]!]! + down_ms[arc]!) | 0;
        if (arrival < earliest) earliest = arrival;
      }
      ms[order[rank]!] = earliest;
    }
    distances.set(ms, source * nodes);
  }
  return distances;
}

interface Eliminated {
  /** Nodes in the order of their elimination. */
  readonly order: readonly number[];
  /** Arcs of the node eliminated r-th: firstArc[r] to firstArc[r + 1] - 1, to and from nodes eliminated later. */
  readonly firstArc: Uint32Array;
  readonly upper: Uint32Array;
  readonly up_ms: Int32Array;
  readonly down_ms: Int32Array;
}

function eliminate(nodes: number, arcs: Arcs): Eliminated {
  const ms = new Int32Array(nodes * nodes).fill(NO_PATH_MS);
  const joined = new Uint8Array(nodes * nodes);
  const neighbours: number[][] = Array.from({ length: nodes }, () => []);
  const join = (a: number, b: number): void => {
    if (a === b || joined[a * nodes + b]) return;
    joined[a * nodes + b] = 1;
    joined[b * nodes + a] = 1;
    neighbours[a]!.push(b);
    neighbours[b]!.push(a);
  };
  for (let arc = 0; arc < arcs.tail.length; arc++) {
    const at = arcs.tail[arc]! * nodes + arcs.head[arc]!;
    if (arcs.ms[arc]! < ms[at]!) ms[at] = arcs.ms[arc]!;
    join(arcs.tail[arc]!, arcs.head[arc]!);
  }

  const gone = new Uint8Array(nodes);
  const queue = new MinHeap(nodes + 1);
  const leftAt = (node: number): number[] => neighbours[node]!.filter((other) => !gone[other]);
  for (let node = 0; node < nodes; node++) queue.push(neighbours[node]!.length, node);
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
      up_ms.push(ms[node * nodes + other]!);
      down_ms.push(ms[other * nodes + node]!);
    }
    firstArc[order.length] = upper.length;
    for (const tail of left) {
      const toNode = ms[tail * nodes + node]!;
      for (const head of left) {
        join(tail, head);
        const through = toNode + ms[node * nodes + head]!;
        if (tail !== head && through < ms[tail * nodes + head]!) ms[tail * nodes + head] = through;
      }
    }
  }
  return {
    order,
    firstArc,
    upper: Uint32Array.from(upper),
    up_ms: Int32Array.from(up_ms),
    down_ms: Int32Array.from(down_ms),
  };
}
