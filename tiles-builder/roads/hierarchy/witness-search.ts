/** Finds witness paths, which make shortcuts redundant in a contraction, by a Dijkstra search that settles at most 60 nodes. */
import { MinHeap } from './min-heap.ts';
import type { PreparationGraph } from './preparation-graph.ts';

/** A missed witness leaves a redundant arc, never a wrong one. */
const MAX_SETTLED_NODES = 60;

export class WitnessSearch {
  readonly #graph: PreparationGraph;
  readonly #heap = new MinHeap();
  readonly #ms: Int32Array;
  readonly #seenIn: Uint32Array;
  #search = 0;

  constructor(graph: PreparationGraph) {
    this.#graph = graph;
    this.#ms = new Int32Array(graph.nodes);
    this.#seenIn = new Uint32Array(graph.nodes);
  }

  run(source: number, avoided: number, limit_ms: number): void {
    const { heads, headMs } = this.#graph;
    const ms = this.#ms;
    const seenIn = this.#seenIn;
    const heap = this.#heap;
    const search = ++this.#search;
    heap.clear();
    seenIn[source] = search;
    ms[source] = 0;
    heap.push(0, source);
    for (let settled = 0; settled < MAX_SETTLED_NODES && heap.size > 0; ) {
      const key = heap.smallestKey;
      if (key > limit_ms) break;
      const node = heap.pop();
      if (ms[node] !== key) continue;
      settled++;
      const nodeHeads = heads[node];
      const nodeMs = headMs[node];
      for (let i = 0; i < nodeHeads.length; i++) {
        const head = nodeHeads[i];
        if (head === avoided) continue;
        const arrival = key + nodeMs[i];
        if (arrival > limit_ms || (seenIn[head] === search && ms[head] <= arrival)) continue;
        seenIn[head] = search;
        ms[head] = arrival;
        heap.push(arrival, head);
      }
    }
  }

  reachedWithin(node: number, ms: number): boolean {
    return this.#seenIn[node] === this.#search && this.#ms[node] <= ms;
  }
}
