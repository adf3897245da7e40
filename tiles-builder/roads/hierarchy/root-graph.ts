/**
 * Cuts the root of a hierarchy (separators between provinces, and arcs through them) into a page for each province, by a
 * bounded Dijkstra search of what is within the longest travel time.
 */
import type { NodesToContract, Upward } from './contract-over.ts';
import { MinHeap } from './min-heap.ts';
import { ArcLists } from './preparation-graph.ts';

export class RootGraph {
  /** Heads and milliseconds of arcs in turn, by node. */
  readonly #arcsOf: ReadonlyMap<number, number[]>;
  readonly #maxUseful_ms: number;

  /** @param nodes ascending */
  constructor(nodes: Uint32Array, provinces: readonly Upward[], maxUseful_ms: number) {
    this.#maxUseful_ms = maxUseful_ms;
    this.#arcsOf = new Map(Array.from(nodes, (node) => [node, []]));
    for (const { arcs } of provinces)
      for (const [arc, tail] of arcs.tail.entries())
        this.#arcsOf.get(tail)!.push(arcs.head[arc], arcs.ms[arc]);
  }

  pageOf({ borderNodes }: Upward): NodesToContract {
    const reached = this.#reachedFrom(borderNodes);
    const arcs = new ArcLists();
    for (const tail of reached.keys()) {
      const own = this.#arcsOf.get(tail)!;
      for (let i = 0; i < own.length; i += 2) if (reached.has(own[i])) arcs.push(tail, own[i], own[i + 1]);
    }
    return {
      ownNodes: Uint32Array.from(reached.keys()).sort(),
      below: [{ borderNodes: new Uint32Array(0), arcs: arcs.arcs() }],
      maxUseful_ms: this.#maxUseful_ms,
      sparse: false,
    };
  }

  #reachedFrom(borderNodes: Uint32Array): ReadonlyMap<number, number> {
    const arrivals_ms = new Map<number, number>();
    const heap = new MinHeap();
    const reach = (node: number, ms: number): void => {
      if (ms > this.#maxUseful_ms || ms >= (arrivals_ms.get(node) ?? Infinity)) return;
      arrivals_ms.set(node, ms);
      heap.push(ms, node);
    };
    for (const node of borderNodes) reach(node, 0);
    while (heap.size > 0) {
      const ms = heap.smallestKey;
      const node = heap.pop();
      if (arrivals_ms.get(node) !== ms) continue;
      const own = this.#arcsOf.get(node)!;
      for (let i = 0; i < own.length; i += 2) reach(own[i], ms + own[i + 1]);
    }
    return arrivals_ms;
  }
}
