/**
 * Cuts pages from the root of a hierarchy (separators between provinces, arcs through them), by bounded Dijkstra search: what
 * is within the longest travel time of a province.
 */
import { ArcLists, type NodesToContract, type Upward } from './contract-over.ts';
import { MinHeap } from './min-heap.ts';

export class RootGraph {
  readonly #nodes: Uint32Array;
  readonly #places: ReadonlyMap<number, number>;
  readonly #firstArc: Uint32Array;
  readonly #head: Uint32Array;
  readonly #ms: Int32Array;
  readonly #maxUseful_ms: number;

  constructor(nodes: Uint32Array, provinces: readonly Upward[], maxUseful_ms: number) {
    this.#nodes = nodes;
    this.#places = new Map(Array.from(nodes, (node, place) => [node, place]));
    this.#maxUseful_ms = maxUseful_ms;
    this.#firstArc = new Uint32Array(nodes.length + 1);
    for (const { arcs } of provinces)
      for (const tail of arcs.tail) this.#firstArc[this.#places.get(tail)! + 1]++;
    for (let place = 0; place < nodes.length; place++) this.#firstArc[place + 1] += this.#firstArc[place];
    const next = this.#firstArc.slice();
    this.#head = new Uint32Array(next[nodes.length]);
    this.#ms = new Int32Array(this.#head.length);
    for (const { arcs } of provinces) {
      for (let arc = 0; arc < arcs.tail.length; arc++) {
        const at = next[this.#places.get(arcs.tail[arc])!]++;
        this.#head[at] = this.#places.get(arcs.head[arc])!;
        this.#ms[at] = arcs.ms[arc];
      }
    }
  }

  pageOf({ borderNodes }: Upward): NodesToContract {
    const reached = this.#reachedFrom(borderNodes);
    const arcs = new ArcLists();
    for (const tail of reached.keys()) {
      for (let arc = this.#firstArc[tail]; arc < this.#firstArc[tail + 1]; arc++) {
        const head = this.#head[arc];
        if (reached.has(head)) arcs.push(this.#nodes[tail], this.#nodes[head], this.#ms[arc]);
      }
    }
    return {
      ownNodes: Uint32Array.from(reached.keys(), (place) => this.#nodes[place]).sort(),
      below: [{ borderNodes: new Uint32Array(0), arcs: arcs.arcs() }],
      maxUseful_ms: this.#maxUseful_ms,
      sparse: false,
    };
  }

  #reachedFrom(borderNodes: Uint32Array): ReadonlyMap<number, number> {
    const arrivals_ms = new Map<number, number>();
    const heap = new MinHeap();
    const reach = (place: number, ms: number): void => {
      if (ms > this.#maxUseful_ms || ms >= (arrivals_ms.get(place) ?? Infinity)) return;
      arrivals_ms.set(place, ms);
      heap.push(ms, place);
    };
    for (const node of borderNodes) reach(this.#places.get(node)!, 0);
    while (heap.size > 0) {
      const ms = heap.smallestKey;
      const place = heap.pop();
      if (arrivals_ms.get(place) !== ms) continue;
      for (let arc = this.#firstArc[place]; arc < this.#firstArc[place + 1]; arc++) {
        reach(this.#head[arc], ms + this.#ms[arc]);
      }
    }
    return arrivals_ms;
  }
}
