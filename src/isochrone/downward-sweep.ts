/** The second half of a query: from the top of the hierarchy down, tile by tile. */
import type { RankedArcs } from '../format/ranked-arcs.ts';

/**
 * Settles a tile's own nodes, highest rank first: each takes the earliest of its downward arcs, whose upper ends are
 * settled by then.
 * @param arrival_ms one entry a slot; those of the border nodes are final, those of own nodes hold what the search upward found. Changed in place
 */
export function sweepDownward(tile: RankedArcs, arrival_ms: Int32Array): void {
  const { firstArc, arcSlot, arcDown_ms } = tile;
  const nodes = firstArc.length - 1;
  let arc = 0;
  for (let slot = 0; slot < nodes; slot++) {
    let earliest = arrival_ms[slot]!;
    for (const end = firstArc[slot + 1]!; arc < end; arc++) {
      const arrival = (arrival_ms[arcSlot[arc]!]! + arcDown_ms[arc]!) | 0;
      if (arrival < earliest) earliest = arrival;
    }
    arrival_ms[slot] = earliest;
  }
}
