/** A mutable directed graph in adjacency lists for contraction: no loops, one of parallel arcs, no arc beyond a time. */

export interface Arcs {
  readonly tail: Int32Array;
  readonly head: Int32Array;
  readonly ms: Int32Array;
}

export class ArcLists {
  readonly #tail: number[] = [];
  readonly #head: number[] = [];
  readonly #ms: number[] = [];

  push(tail: number, head: number, ms: number): void {
    this.#tail.push(tail);
    this.#head.push(head);
    this.#ms.push(ms);
  }

  arcs(): Arcs {
    return {
      tail: Int32Array.from(this.#tail),
      head: Int32Array.from(this.#head),
      ms: Int32Array.from(this.#ms),
    };
  }
}

export class PreparationGraph {
  readonly nodes: number;
  /** Heads of outgoing arcs by node, with their milliseconds. */
  readonly heads: number[][];
  readonly headMs: number[][];
  /** Tails of incoming arcs by node, with their milliseconds. */
  readonly tails: number[][];
  readonly tailMs: number[][];
  readonly #maxUseful_ms: number;

  constructor(nodes: number, arcs: Arcs, maxUseful_ms: number) {
    const lists = (): number[][] => Array.from({ length: nodes }, () => []);
    this.nodes = nodes;
    this.#maxUseful_ms = maxUseful_ms;
    this.heads = lists();
    this.headMs = lists();
    this.tails = lists();
    this.tailMs = lists();
    for (let arc = 0; arc < arcs.tail.length; arc++) {
      this.addArc(arcs.tail[arc], arcs.head[arc], arcs.ms[arc]);
    }
  }

  addArc(tail: number, head: number, ms: number): void {
    if (tail === head || ms > this.#maxUseful_ms) return;
    const at = this.heads[tail].indexOf(head);
    if (at < 0) {
      this.heads[tail].push(head);
      this.headMs[tail].push(ms);
      this.tails[head].push(tail);
      this.tailMs[head].push(ms);
    } else if (ms < this.headMs[tail][at]) {
      this.headMs[tail][at] = ms;
      this.tailMs[head][this.tails[head].indexOf(tail)] = ms;
    }
  }

  /** Removes a node from its neighbours' lists alone. */
  detach(node: number): void {
    for (const head of this.heads[node]) removeFrom(this.tails[head], this.tailMs[head], node);
    for (const tail of this.tails[node]) removeFrom(this.heads[tail], this.headMs[tail], node);
  }
}

function removeFrom(neighbours: number[], ms: number[], node: number): void {
  const at = neighbours.indexOf(node);
  const last = neighbours.length - 1;
  neighbours[at] = neighbours[last];
  ms[at] = ms[last];
  neighbours.pop();
  ms.pop();
}
