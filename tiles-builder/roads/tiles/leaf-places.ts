/** Computes from arrivals at nodes when the last point of a leaf's reachable edges with frontage is reached. */
import { NO_ARC_MS } from '../../../src/format/ranked-arcs.ts';
import { CLOSED, FRONTAGE_EDGE, type RoadArrays, UNREACHABLE_EDGE } from '../../../src/format/road-tile.ts';
import { UNREACHED } from '../../../src/isochrone/reach.ts';
import { latestOnEdge_ms } from '../../../src/isochrone/walk-left.ts';

export class LeafPlaces {
  readonly #tail: Uint32Array;
  readonly #head: Uint32Array;
  /** Travel times, Infinity in a closed direction. */
  readonly #forward_ms: Float64Array;
  readonly #backward_ms: Float64Array;

  constructor({ edgeFlags, edgeTail, edgeHead, edgeForward_ms, edgeBackward_ms }: RoadArrays) {
    const edges = Uint32Array.from(edgeFlags.keys()).filter(
      (edge) => (edgeFlags[edge] & (FRONTAGE_EDGE | UNREACHABLE_EDGE)) === FRONTAGE_EDGE,
    );
    const open_ms = (ms: number): number => (ms === CLOSED ? Infinity : ms);
    this.#tail = edges.map((edge) => edgeTail[edge]);
    this.#head = edges.map((edge) => edgeHead[edge]);
    this.#forward_ms = Float64Array.from(edges, (edge) => open_ms(edgeForward_ms[edge]));
    this.#backward_ms = Float64Array.from(edges, (edge) => open_ms(edgeBackward_ms[edge]));
  }

  /** Returns an unrounded time: -Infinity without edges, NO_ARC_MS beyond `max_ms`. */
  lastReached_ms(arrivals_ms: Int32Array, max_ms: number): number {
    let latest_ms = -Infinity;
    for (let edge = 0; edge < this.#tail.length; edge++) {
      const atTail_ms = arrivals_ms[this.#tail[edge]];
      const atHead_ms = arrivals_ms[this.#head[edge]];
      const forward_ms = this.#forward_ms[edge];
      const backward_ms = this.#backward_ms[edge];
      // Upper bound: over either end alone, with a millisecond for rounding.
      const atMost_ms = Math.min(atTail_ms + forward_ms, atHead_ms + backward_ms);
      if (atMost_ms + 1 < latest_ms) continue;
      const entered = (ms: number, along_ms: number): number =>
        ms > max_ms || along_ms === Infinity ? UNREACHED : ms;
      const tail_ms = entered(atTail_ms, forward_ms);
      const head_ms = entered(atHead_ms, backward_ms);
      if (tail_ms === UNREACHED && head_ms === UNREACHED) return NO_ARC_MS;
      latest_ms = Math.max(latest_ms, latestOnEdge_ms(tail_ms, head_ms, forward_ms, backward_ms));
      if (latest_ms > max_ms) return NO_ARC_MS;
    }
    return latest_ms;
  }
}
