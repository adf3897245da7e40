/** Downward sweep of a contraction hierarchy (as in PHAST, Delling et al. 2011), tile by tile from the root. */
import type { RankedArcs } from '../format/ranked-arcs.ts';
import { UNREACHED } from './reach.ts';

/**
 * Settles a tile's own nodes, highest rank first: each takes the earliest of its downward arcs, whose upper ends are
 * settled by then.
 * @param arrival_ms one entry a slot; those of the border nodes are final, those of own nodes hold what the search upward
 * found. Changed in place: UNREACHED for own nodes that take longer than the limit
 * @returns how many own nodes are reached within the limit
 */
export function sweepDownward(tile: RankedArcs, arrival_ms: Int32Array, limit_ms: number): number {
  const { firstArc, upperSlot, ms } = tile.down;
  const nodes = firstArc.length - 1;
  const start = firstSlotInReach(arrival_ms, nodes, limit_ms);
  arrival_ms.fill(UNREACHED, 0, start);
  let settled = 0;
  let arc = firstArc[start];
  for (let slot = start; slot < nodes; slot++) {
    let earliest = arrival_ms[slot] | 0;
    for (const end = firstArc[slot + 1]; arc < end; arc++) {
      // The smaller of two without a branch, which here would be guessed wrong too often.
      const sooner = (arrival_ms[upperSlot[arc]] + ms[arc] - earliest) | 0;
      earliest = (earliest + (sooner & (sooner >> 31))) | 0;
    }
    const isLate = (limit_ms - earliest) >> 31;
    settled += 1 + isLate;
    arrival_ms[slot] = (earliest & ~isLate) | (UNREACHED & isLate);
  }
  return settled;
}

/** No own node above it has an arrival within the limit: 0 where a border node has one. */
function firstSlotInReach(arrival_ms: Int32Array, nodes: number, limit_ms: number): number {
  for (let slot = nodes; slot < arrival_ms.length; slot++) if (arrival_ms[slot] <= limit_ms) return 0;
  for (let slot = 0; slot < nodes; slot++) if (arrival_ms[slot] <= limit_ms) return slot;
  return nodes;
}
