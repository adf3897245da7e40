/** Contracts the dense core of a tile by all-pairs distances: nodes with the fewest arcs first, without redundant arcs. */
import { allDistances, NO_PATH_MS } from './all-distances.ts';
import { MinHeap } from './min-heap.ts';
import { ArcLists, type Arcs } from './preparation-graph.ts';

/** Arcs of a contracted node to nodes that are contracted later, and from them. */
export interface UpwardArcs {
  readonly node: number;
  readonly heads: readonly number[];
  readonly headMs: readonly number[];
  readonly tails: readonly number[];
  readonly tailMs: readonly number[];
}

export interface ClosedCore {
  readonly contracted: readonly UpwardArcs[];
  /** The contraction preserves all distances. */
  readonly remaining: Arcs;
}

/** Contracts nodes 0 to `ownNodes` - 1. */
export function closeCore(nodes: number, ownNodes: number, arcs: Arcs, maxUseful_ms: number): ClosedCore {
  const forward = allDistances(nodes, arcs, maxUseful_ms);
  const backward = transpose(nodes, forward);
  const outgoing = new RetainedArcs(nodes, ownNodes, forward);
  const incoming = new RetainedArcs(nodes, ownNodes, backward);
  const gone = new Uint8Array(nodes);

  const keptBy = (node: number): [number[], number[]] => [outgoing.of(node, gone), incoming.of(node, gone)];
  const queue = new MinHeap(ownNodes + 1);
  const sizeOf = ([heads, tails]: [number[], number[]]): number => heads.length + tails.length;
  for (let node = 0; node < ownNodes; node++) queue.push(sizeOf(keptBy(node)), node);
  const contracted: UpwardArcs[] = [];
  while (queue.size > 0) {
    const node = queue.pop();
    const kept = keptBy(node);
    if (queue.size > 0 && sizeOf(kept) > queue.smallestKey) {
      queue.push(sizeOf(kept), node);
      continue;
    }
    gone[node] = 1;
    const [heads, tails] = kept;
    contracted.push({
      node,
      heads,
      headMs: heads.map((head) => forward[node * nodes + head]),
      tails,
      tailMs: tails.map((tail) => backward[node * nodes + tail]),
    });
  }
  return { contracted, remaining: neededArcs(nodes, ownNodes, forward, backward) };
}

function transpose(nodes: number, ms: Int32Array): Int32Array {
  const turned = new Int32Array(ms.length);
  for (let row = 0; row < nodes; row++) {
    for (let column = 0; column < nodes; column++) turned[column * nodes + row] = ms[row * nodes + column];
  }
  return turned;
}

/** Arcs by which a node reaches all remaining nodes at the true distance. */
class RetainedArcs {
  readonly #nodes: number;
  readonly #ms: Int32Array;
  readonly #nearest: Uint32Array[];
  readonly #candidates: Uint32Array;

  constructor(nodes: number, ownNodes: number, ms: Int32Array) {
    this.#nodes = nodes;
    this.#ms = ms;
    this.#candidates = new Uint32Array(nodes);
    const keyed = new Float64Array(nodes);
    this.#nearest = Array.from({ length: ownNodes }, (_, node) =>
      nearestFirst(node, ms.subarray(node * nodes, (node + 1) * nodes), keyed),
    );
  }

  /**
   * An arc is redundant if a retained one leads to a node with an equally short rest. Zero-length arcs are safe: nearer nodes
   * come first, ties go to the first retained.
   */
  of(node: number, gone: Uint8Array): number[] {
    const nodes = this.#nodes;
    const row = this.#ms.subarray(node * nodes, (node + 1) * nodes);
    const candidates = this.#candidates;
    let left = 0;
    for (const next of this.#nearest[node]) if (gone[next] === 0) candidates[left++] = next;
    const retained: number[] = [];
    while (left > 0) {
      const next = candidates[0];
      retained.push(next);
      const toNext = row[next];
      const nextRow = this.#ms.subarray(next * nodes, (next + 1) * nodes);
      let kept = 0;
      for (let i = 1; i < left; i++) {
        const other = candidates[i];
        candidates[kept] = other;
        // Negative if the way over `next` is longer; a branch would be mispredicted.
        kept += (row[other] - toNext - nextRow[other]) >>> 31;
      }
      left = kept;
    }
    return retained;
  }
}

const NODE_BITS = 20;

function nearestFirst(node: number, row: Int32Array, keyed: Float64Array): Uint32Array {
  let reached = 0;
  for (let other = 0; other < row.length; other++) {
    if (other !== node && row[other] < NO_PATH_MS) keyed[reached++] = row[other] * 2 ** NODE_BITS + other;
  }
  const sorted = keyed.subarray(0, reached).sort();
  const nearest = new Uint32Array(reached);
  for (let i = 0; i < reached; i++) nearest[i] = sorted[i] & (2 ** NODE_BITS - 1);
  return nearest;
}

/**
 * Arcs among nodes from `from` on that are no sums of two others. Only parts above zero replace an arc, so none replace each
 * other.
 */
function neededArcs(nodes: number, from: number, ms: Int32Array, backward: Int32Array): Arcs {
  const arcs = new ArcLists();
  for (let tail = from; tail < nodes; tail++) {
    for (let head = from; head < nodes; head++) {
      const direct = ms[tail * nodes + head];
      if (tail === head || direct >= NO_PATH_MS) continue;
      let needed = true;
      for (let via = from; via < nodes && needed; via++) {
        const toVia = ms[tail * nodes + via];
        const onward = backward[head * nodes + via];
        if (toVia > 0 && onward > 0 && toVia + onward <= direct) needed = false;
      }
      if (needed) arcs.push(tail, head, direct);
    }
  }
  return arcs.arcs();
}
